"""One turn of talk and what surrounds it: sessions, greeting, feedback, notes, promises (iPET sec. 2.1)."""
