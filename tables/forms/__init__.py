"""What people type: shape and size only. Whether it is allowed is for the services to say."""
