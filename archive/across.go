package archive

import "strconv"

// View returns the archive of a number, that of 0 where there is only one.
func (vs *Views) View(number int) *View { return vs.list[max(number-1, 0)] }

// Node returns a game at the node that a reference names: 123 for its end, 123@45
// after a move of the main line, 123@n678 for a node by its number; in one of
// several archives 2:123@45.
func (vs *Views) Node(ref string) (*Node, error) {
	v, number, rest, err := vs.Named(ref)
	if err != nil {
		return nil, err
	}
	return v.node(number, rest)
}

// Columns returns the columns of a list of names, see [View.Columns]. The column id
// names the archive, too, where there are several.
func (vs *Views) Columns(list string) ([]Column, error) {
	columns, err := vs.list[0].Columns(list)
	if err != nil || len(vs.list) == 1 {
		return columns, err
	}
	byArchive := make([][]Column, len(vs.list))
	for i, v := range vs.list {
		if byArchive[i], err = v.Columns(list); err != nil {
			return nil, vs.ErrorIn(i, err)
		}
	}
	for n := range columns {
		c := &columns[n]
		if c.Name == "id" {
			c.Number, c.value = false, (*Game).Name
			continue
		}
		c.value = func(g *Game) string { return byArchive[g.Archive-1][n].value(g) }
	}
	return columns, nil
}

// Names writes the numbers of games of an archive as references to them.
func Names(archive int, ids []GameID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = refTo(archive, strconv.FormatUint(uint64(id), 10))
	}
	return names
}

// Name is how the record that stands for a cluster is referred to.
func (c *Cluster) Name() string { return Names(c.Archive, []GameID{c.Preferred})[0] }
