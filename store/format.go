package store

const (
	formatVersion = 1
	maxGames      = 1 << 16
)
