package mirror_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/indexer"
	"kifudb/store"
)

// A change that one machine makes is what another one sees.
func Example() {
	dir, err := os.MkdirTemp("", "mirror")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	s := objects.Retry(objects.NewFolder(filepath.Join(dir, "store")), nil)
	settle := func(context.Context, mirror.Work) ([]byte, string, error) { return nil, "", nil }
	var machines []*mirror.Mirror
	for _, name := range []string{"one", "two"} {
		m, err := mirror.Open(ctx, s, "example", mirror.Options{Cache: filepath.Join(dir, name), Create: true, Settle: settle, Derive: indexer.Derive})
		if err != nil {
			fmt.Println(err)
			return
		}
		machines = append(machines, m)
	}
	err = machines[0].Change(ctx, mirror.Change{Make: func(w mirror.Work) error {
		db, err := store.Open(w.Dir, nil)
		if err != nil {
			return err
		}
		defer db.Close()
		writer, err := db.Writer(indexer.Derive)
		if err != nil {
			return err
		}
		defer writer.Close()
		record := store.Record{Raw: []byte("(;PB[Shusaku];B[pd])"), Charset: store.Charset{Name: "UTF-8"}}
		game, err := indexer.Derive(record)
		if err != nil {
			return err
		}
		if _, err := writer.Add(ctx, game); err != nil {
			return err
		}
		return writer.Commit(ctx)
	}})
	fmt.Println(err, machines[1].Refresh(ctx, 0))
	state, err := machines[1].State()
	fmt.Println(state.Commit, len(state.Segments), state.Segments[0].Games, err)
	// Output:
	// <nil> <nil>
	// 2 1 1 <nil>
}
