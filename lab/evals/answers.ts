/**
 * `pnpm eval answers --data FOLDER`: asks the questions of public benchmarks of long-term memory, with the product's memory and in two
 * plain ways beside it, and lets a model judge the replies. Exits with 1 if something could not be asked, with 2 if it could not run.
 */
import { readArguments, usage } from './answers/read-arguments.ts';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `error (${codeOf(error)}): ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}

async function main(words: string[]): Promise<number> {
  const options = readArguments(words);
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { evalAnswers } = await import('./answers/eval-answers.ts');
  return evalAnswers(options, { variables: process.env, output: process.stdout, terminal: process.stderr });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'internal';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.name === 'ConfigError' ? 'configuration' : 'internal';
}
