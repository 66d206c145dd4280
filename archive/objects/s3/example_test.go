package s3_test

import (
	"fmt"

	"kifudb/archive/objects/s3"
)

func ExampleParse() {
	l, err := s3.Parse("s3://games/club/archive?endpoint=https://storage.example.org&region=eu-1")
	fmt.Println(l.Bucket, l.Prefix, l.Endpoint, l.Region, err)
	_, err = s3.Parse("s3://key:secret@games/club")
	fmt.Println(err)
	// Output:
	// games club/archive https://storage.example.org eu-1 <nil>
	// the location of an archive must not contain credentials, because other users can see it in the list of processes; put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or ~/.aws/credentials
}
