package second

func replayOthello(*record) bool { return false }
