/**
 * `pnpm eval documents`: asks questions that documents answer, and compares the result with plain BM25 over the same
 * chunks: on this repository's pages, and with --data on the paragraphs of public corpora. Exits with 1 below its
 * floor, with 2 if it could not run.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createProgressBar } from '../../packages/memory/testing/progress-bar.ts';
import { renderTable } from '../../packages/memory/testing/render-table.ts';
import { askDocuments, type DocumentsScore } from './documents/ask-documents.ts';
import { readLibraries } from './documents/read-libraries.ts';
import { embedderNames, openEmbedder } from './open-embedder.ts';

const usage = `pnpm eval documents [options]

  --data <folder>      public corpora too (*.json, as pnpm eval recall --data takes them)
  --embedder <name>    hash (the default) or local: the sentence model of packages/embedder-local
  --show-failures      each question whose document is not among the first five
  --json               one JSON object instead of a table
  --markdown           the table in Markdown
`;

const headings = [
  '',
  'chunks',
  'questions',
  'found among 5',
  'plain BM25',
  'into the prompt',
  'foreign silent',
];

/** How far recall@5 may be below that of plain BM25, on any library. */
const belowPlain = 0.01;

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function main(words: string[]): Promise<number> {
  const { values: options } = parseArgs({
    args: words,
    options: {
      data: { type: 'string' },
      embedder: { type: 'string', default: 'hash' },
      'show-failures': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const embedder = z.enum(embedderNames).safeParse(options.embedder);
  if (!embedder.success) throw new Error(`--embedder needs one of ${embedderNames.join(', ')}`);
  const { embeddings, end } = openEmbedder(embedder.data);
  const bar = createProgressBar(process.stderr);
  const libraries = readLibraries(options.data);
  const scores: DocumentsScore[] = [];
  try {
    for (const library of libraries) {
      const foreign = libraries.find(({ family }) => family !== library.family)?.questions ?? [];
      const onProgress = (done: number, all: number) => bar.show(library.name, done, all);
      scores.push(await askDocuments(library, foreign, embeddings, onProgress));
    }
  } finally {
    bar.end();
    await end();
  }
  const low = scores.filter(({ found, plain }) => found < plain - belowPlain);
  const missing = low.map(({ name }) => `${name}: more than 1 point below plain BM25`);
  process.stdout.write(
    options.json
      ? `${JSON.stringify({ scores, missing })}\n`
      : [
          renderTable(headings, scores.map(toRow), options.markdown),
          ...(options['show-failures']
            ? scores.flatMap(({ name, missed }) => missed.map((one) => `${name}: ${one}\n`))
            : []),
          ...missing.map((one) => `below the floor: ${one}\n`),
        ].join('\n'),
  );
  return missing.length > 0 ? 1 : 0;
}

function toRow({ name, chunks, questions, found, plain, injected, silent }: DocumentsScore): string[] {
  const percent = (share: number): string => (100 * share).toFixed(1);
  return [
    ...[name, String(chunks), String(questions)],
    ...[percent(found), percent(plain), percent(injected), silent === null ? '–' : percent(silent)],
  ];
}
