"""Order of published views; pairs of changes and notices take the place of views."""

from engine.match.notices import GameEnded
from engine.match.view import Change
from engine.match.view_publisher import ViewPublisher


def new_publisher():
    """Return a publisher and the list of the views that it publishes."""
    publisher, published = ViewPublisher(lambda *parts: parts), []
    publisher.subscribe(published.append)
    return publisher, published


def test_changes_and_notices_are_published_together_and_once():
    publisher, published = new_publisher()
    publisher.mark(Change.POSITION)
    publisher.mark(Change.ACTIVITY)
    publisher.report(GameEnded())

    publisher.publish()
    publisher.publish()

    assert published == [(Change.POSITION | Change.ACTIVITY, (GameEnded(),))]


def test_nothing_is_published_without_a_change():
    publisher, published = new_publisher()

    publisher.publish()

    assert not published


def test_the_view_stays_the_same_object_until_a_change_is_marked():
    publisher, _ = new_publisher()
    before = publisher.view

    assert publisher.view is before

    publisher.mark(Change.NOTES)
    assert publisher.view is not before


def test_a_change_by_a_subscriber_is_published_after_all_have_this_one():
    publisher = ViewPublisher(lambda changes, notices: changes)
    seen = []

    def change_once(view):
        seen.append(("first", view))
        if view is Change.POSITION:
            publisher.mark(Change.NOTES)
            publisher.publish()

    publisher.subscribe(change_once)
    publisher.subscribe(lambda view: seen.append(("second", view)))
    publisher.mark(Change.POSITION)

    publisher.publish()

    assert seen == [
        ("first", Change.POSITION),
        ("second", Change.POSITION),
        ("first", Change.NOTES),
        ("second", Change.NOTES),
    ]
