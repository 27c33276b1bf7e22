// Reads what Vitest's reporter `json` wrote.
//   results.mjs failed FILE           prints the failed test files, a line each
//   results.mjs count FILE [AGAIN]    prints how many tests passed and failed; AGAIN holds files that ran once more, and replaces them.
//                                     Prints the failures, and what passed only then, to the standard error.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [, , wish, file, again] = process.argv;
const read = (path) => JSON.parse(readFileSync(path, 'utf8')).testResults;
const isFailed = ({ status, assertionResults }) =>
  status === 'failed' || assertionResults.some((test) => test.status === 'failed');
const print = (stream, text) => stream.write(`${text}\n`);
const firstLines = (text) => text.split('\n    at ')[0].slice(0, 2_000);

if (wish === 'failed') {
  for (const result of read(file).filter(isFailed)) print(process.stdout, relative('.', result.name));
} else {
  const second = again && existsSync(again) ? read(again) : [];
  const counts = { passed: 0, failed: 0 };
  for (const first of read(file)) {
    const result = second.find(({ name }) => name === first.name) ?? first;
    for (const { status } of result.assertionResults) if (status in counts) counts[status] += 1;
    if (!isFailed(first)) continue;
    const kind = isFailed(result) ? 'failed' : 'passed only when it ran again';
    const tests = first.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0) print(process.stderr, `${first.name}: ${kind}\n${firstLines(first.message)}`);
    for (const { fullName, failureMessages } of tests)
      print(process.stderr, `${first.name}: ${fullName}: ${kind}\n${firstLines(failureMessages.join('\n'))}`);
  }
  print(process.stdout, `${counts.passed} ${counts.failed}`);
}
