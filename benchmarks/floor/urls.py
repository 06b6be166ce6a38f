"""The two addresses of the floor."""

from django.urls import path

from benchmarks.floor import views

urlpatterns = [path("look/<str:name>/", views.look), path("move/<str:name>/<int:table_id>/", views.move)]
