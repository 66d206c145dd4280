// Answers questions in SQL: node duckdb.mjs MODULES TABLES, with a JSON list of questions on standard input. It
// prints a list of answers, each a list of rows of texts.
import { createRequire } from 'node:module';
import { readFileSync, readdirSync } from 'node:fs';
const [modules, tables] = process.argv.slice(2);
const { DuckDBInstance } = createRequire(modules + '/')('@duckdb/node-api');
const db = await (await DuckDBInstance.create(':memory:')).connect();
for (const file of readdirSync(tables)) await db.run(`CREATE VIEW ${file.replace('.parquet', '')} AS SELECT * FROM '${tables}/${file}'`);
const answers = [];
for (const question of JSON.parse(readFileSync(0, 'utf8'))) {
  const answer = await db.runAndReadAll(question);
  answers.push(answer.getRowsJson().map((row) => row.map((value) => (value === null ? '' : String(value)))));
}
console.log(JSON.stringify(answers));
