"""Tables from the lobby to the result, on a real database and a clock that the tests move."""
