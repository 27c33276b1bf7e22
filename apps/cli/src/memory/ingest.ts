import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { largestDocument, type Ingested } from '@devai/fastify/protocol/documents';
import { CliError, cliError, toCliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { ask, askLines, type Api } from '../server/api.ts';
import { findFiles, listFiles, nameOf, watched, type Found } from './find-files.ts';

type Options = {
  project?: string | undefined;
  everywhere?: boolean | undefined;
  watch?: boolean | undefined;
};
type Failure = { path: string; code: string; reason: string };
type Report = {
  added: number;
  updated: number;
  unchanged: number;
  chunks: number;
  failed: Failure[];
  /** Files of folders whose type is not read. */
  leftOut: Failure[];
};

/** Milliseconds for a page to answer. */
const pageTimeout = 30_000;
/** Milliseconds without a change after which a file is read. */
const settled = 300;

export const createIngest = (context: Context) =>
  new Command('ingest')
    .description(
      `Store the text of files and pages for the agent: Markdown, text, source code, HTML, PDF, DOCX, notebooks. Repeating the command stores only what
changed. In folders, it skips files of other types, hidden files, and files that Git ignores. It reports files that it cannot read, stores the others, and
exits with 1. This command fetches the pages, not the server.`,
    )
    .argument('<file...>', 'files, folders, patterns in quotes, or addresses')
    .option('--project <name>', "the project (default: that of the server's workspace)")
    .option('--everywhere', 'for every project')
    .option('--watch', 'follow changes until Ctrl-C; deletes documents whose file is deleted')
    .action(async (named, options) => {
      const found = await findFiles(named, context.config.folder);
      const report = await ingestAll(context, found, options);
      await context.output.answer(report, viewReport);
      if (report.failed.length > 0) context.exitCode = 1;
      if (options.watch) await watch(context, named, options);
    });

async function ingestAll(context: Context, found: Found[], options: Options): Promise<Report> {
  const api = await context.connect();
  const known = await knownDocuments(api, options, context.signal);
  const report: Report = { added: 0, updated: 0, unchanged: 0, chunks: 0, failed: [], leftOut: [] };
  const bar = context.output.progress('ingest');
  try {
    for (const [index, one] of found.entries()) {
      bar.show(index, found.length);
      try {
        const result = await ingest(api, one, { known, options, signal: context.signal });
        report[result.action] += 1;
        report.chunks += result.added;
      } catch (error) {
        const { code, message } = toCliError(error);
        if (context.signal.aborted) {
          throw cliError('interrupted', `stopped after ${index} of ${found.length} files; they are stored`);
        }
        // every further file would fail for the same reason
        if (['no_answer', 'unauthorized', 'database_unavailable'].includes(code)) throw error;
        const list = code === 'unsupported_document' && !one.isNamed ? report.leftOut : report.failed;
        list.push({ path: one.path, code, reason: message });
      }
    }
    return report;
  } finally {
    bar.end();
  }
}

type Result = Pick<Ingested, 'action' | 'added'>;

/** Sends one file or page, unless `known` (hashes of stored documents by path) has it. */
async function ingest(
  api: Api,
  { path, source }: Pick<Found, 'path' | 'source'>,
  { known, options, signal }: { known: ReadonlyMap<string, string>; options: Options; signal: AbortSignal },
): Promise<Result> {
  const { bytes, mediaType } =
    typeof source === 'string' ? await readBytes(source) : await fetchPage(source, signal);
  if (known.get(path) === createHash('sha256').update(bytes).digest('hex')) {
    return { action: 'unchanged', added: 0 };
  }
  const query = { path, mediaType, project: projectOf(options) };
  for await (const line of askLines(api, 'POST /api/memory/documents', { bytes, query, signal })) {
    if (line.done) return line;
  }
  throw cliError('broken_answer', 'the answer broke off');
}

const projectOf = ({ project, everywhere }: Options): string | undefined => (everywhere ? '' : project);

async function readBytes(file: string): Promise<{ bytes: Uint8Array; mediaType?: undefined }> {
  const { size } = await stat(file);
  if (size > largestDocument) throw new CliError('too_large', `${size} bytes; at most 50 MB are accepted`);
  return { bytes: await readFile(file) };
}

async function fetchPage(
  address: URL,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; mediaType: string | undefined }> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(pageTimeout)]);
  const answer = await fetch(address, { signal: limited }).catch((cause: unknown) => {
    throw cliError('file', `${address.href} does not answer`, { cause });
  });
  if (!answer.ok) throw cliError('file', `${address.href} answered with the status ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > largestDocument) throw new CliError('too_large', `${address.href} sends more than 50 MB`);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), mediaType: answer.headers.get('content-type') ?? undefined };
}

/** The hashes of the stored documents, by path. */
async function knownDocuments(api: Api, options: Options, signal: AbortSignal): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const isEverywhere = projectOf(options) === '';
  for (let after: string | null | undefined; after !== null;) {
    const query = { project: projectOf(options), after, limit: 200 };
    const page = await ask(api, 'GET /api/memory/documents', { query, signal });
    for (const { path, project, sourceHash } of page.documents) {
      if (sourceHash !== null && (project === null) === isEverywhere) known.set(path, sourceHash);
    }
    after = page.next;
  }
  return known;
}

/** Ingests the files that change among those that the person named, and deletes those that are deleted, until Ctrl-C. */
async function watch(context: Context, named: string[], options: Options): Promise<void> {
  const { config, output, signal } = context;
  const { watch: watchFiles } = await import('chokidar');
  let files = await listFiles(named, config.folder);
  const { roots, isIgnored } = await watched(named, config.folder);
  const watcher = watchFiles(roots, {
    ignoreInitial: true,
    ignored: isIgnored,
    awaitWriteFinish: { stabilityThreshold: settled, pollInterval: settled / 3 },
  });
  const changed = new Set<string>();
  // one after the other, so that the last state of a file wins
  let last = Promise.resolve();
  const note = (file: string): void => {
    changed.add(file);
    last = last.then(catchUp).catch((error: unknown) => output.note(`failed: ${toCliError(error).message}`));
  };
  watcher.on('add', note).on('change', note).on('unlink', note);
  // a change before that would be taken for what was there
  watcher.on('ready', () => output.note('watching; Ctrl-C ends it'));
  try {
    if (!signal.aborted) await once(signal, 'abort');
  } finally {
    await watcher.close();
    await last;
  }

  /** Processes all changed files. Searches again first, so that the same rules apply as in the first round. */
  async function catchUp(): Promise<void> {
    const batch = [...changed];
    changed.clear();
    if (batch.length === 0) return;
    const before = files;
    files = await listFiles(named, config.folder);
    for (const file of batch) {
      const work = files.has(file) ? renew : before.has(file) ? remove : null;
      if (work === null) continue;
      const path = nameOf(file, config.folder);
      await work(path).then(
        (done) => output.note(`${done}: ${path}`),
        (error: unknown) => output.note(`failed: ${path}: ${toCliError(error).message}`),
      );
    }
  }

  async function renew(path: string): Promise<string> {
    const source = resolve(config.folder, path);
    const api = await context.connect();
    const { action } = await ingest(api, { path, source }, { known: new Map(), options, signal });
    return action;
  }

  async function remove(path: string): Promise<string> {
    const query = { project: projectOf(options), path };
    const { documents } = await context.ask('GET /api/memory/documents', { query });
    const own = documents.find(({ project }) => (project === null) === (projectOf(options) === ''));
    if (own) await context.ask('DELETE /api/memory/documents/:id', { path: { id: own.id } });
    return own ? 'deleted' : 'not stored';
  }
}

const viewReport = ({ failed, leftOut, ...counts }: Report) => ({
  ...counts,
  'Left out': Object.entries(Object.groupBy(leftOut, ({ reason }) => reason)).map(([reason, files = []]) => ({
    files: files.length,
    reason,
  })),
  'Could not be read': failed.map(({ path, reason }) => ({ path, reason })),
});
