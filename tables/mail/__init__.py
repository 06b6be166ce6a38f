"""Letters: how a notification becomes a mail, and where development keeps its mails."""
