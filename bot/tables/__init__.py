"""Tables in the chat: the lobby and table messages, hands, buttons and the turn bell."""
