import { createHash } from 'node:crypto';
import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import * as fields from '../fields/fields.ts';
import { storedProject } from '../namespaces.ts';
import type { MemoryOptions } from '../options.ts';
import { keepProjectName } from '../projects/keep-project-name.ts';
import { redact } from '../redaction/redact.ts';
import type { ChunkRecord, DocumentRecord } from '../store/documents.ts';
import type { Store } from '../store/store.ts';
import { storableText } from '../text/storable-text.ts';
import { wordsOf } from '../text/words.ts';
import { splitDocument, type Chunk } from './split-document.ts';

/** The text of a file or page. */
export type DocumentText = {
  text: string;
  title: string | null;
  /**
   * `markdown`, `code`, `text`, or the original format: `html`, `pdf`, `docx`, `notebook`. `code` is split by its
   * indentation, the others by headings; in `pdf`, lines such as `[page 3]` begin a page.
   */
  kind: string;
};

export const ingestInput = z.strictObject({
  /** The name that the prompt shows: a relative path, or an address. */
  path: z.string(),
  /** The project that reads it; null: all projects. */
  project: fields.project,
  /** SHA-256 (hex) of its bytes: the same bytes are not read again. */
  sourceHash: fields.key,
  bytes: z.int().min(0),
  /** Reads the text; not called for a document that is already stored with this hash. */
  read: fields.callback<(signal?: AbortSignal) => Promise<DocumentText>>(),
  /** Called as chunks are stored. */
  onProgress: fields.callback<(done: number, all: number) => void>().optional(),
  signal: fields.signal,
});
export type IngestInput = z.input<typeof ingestInput>;

export const documentListQuery = z.strictObject({
  project: fields.project.optional(),
  path: z.string().nullish(),
  after: fields.id.nullish(),
  limit: fields.count,
});

export const documentPart = z.strictObject({
  firstLine: fields.count,
  lastLine: fields.count,
  tokens: fields.amount,
});

/** What `documents.ingest` did with a document. */
export type Ingested = {
  document: DocumentRecord;
  action: 'added' | 'updated' | 'unchanged';
  /** The number of chunks that are new, and that were removed. */
  added: number;
  removed: number;
};

/** Some lines of a document. */
export type Passage = {
  document: DocumentRecord;
  text: string;
  firstLine: number;
  lastLine: number;
  /** The line from which to read on; null at the end. */
  nextLine: number | null;
  /** The whole chunks that contain the lines, in their order. */
  chunks: ChunkRecord[];
};

type Dependencies = {
  store: Pick<
    Store,
    | 'beginDocument'
    | 'putChunks'
    | 'finishDocument'
    | 'listDocuments'
    | 'readDocument'
    | 'deleteDocument'
    | 'nameProject'
  >;
  /** Called after something was stored without its vector. */
  onUnembedded: () => void;
  options: MemoryOptions;
};

/** Chunks stored per call. */
const perCall = 100;
const longestPath = 1_000;
const longestTitle = 200;
/** Maximum tokens of a passage, unless the caller wants fewer. */
const passageTokens = 4_000;
const lastOfAll = 2_147_483_647;

/** Files and pages that a person ingests, so that the agent knows their content. `recall` and `search` find them. */
export function createDocuments(dependencies: Dependencies) {
  const { store, options, onUnembedded } = dependencies;

  return {
    /**
     * Stores a document in chunks, redacted: it is found by words at once, and by vectors once these were computed in
     * the background. If the document exists, only changes are stored and embedded; the same bytes change nothing. An
     * interrupted ingestion continues when it is repeated; until then the previous chunks are found, too. Throws what
     * `read` throws, `invalid_input` for a text without anything legible or with too many chunks, `conflict` if
     * another call ingests the same document, and the reason of an aborted signal.
     */
    async ingest({ signal, onProgress, ...input }: IngestInput): Promise<Ingested> {
      const path = await checkedPath(input.path);
      const project = storedProject(input.project);
      const known = await findOwn(project, path);
      if (known?.sourceHash === input.sourceHash) {
        return { document: known, action: 'unchanged', added: 0, removed: 0 };
      }
      const { kind, ...read } = checkedRead(await input.read(signal));
      const text = await redact(storableText(read.text));
      if (!/[\p{L}\p{N}]/u.test(text)) throw new MemoryError('invalid_input', `${path}: has no text`);
      const title = (await redact(storableText(read.title ?? ''))).trim().slice(0, longestTitle) || path;
      const chunks = splitDocument(text, kind);
      const { bytes, sourceHash } = input;
      const { mostChunks } = options.documents;
      if (!known) await keepProjectName(store, input.project);
      const { id, version, hashes } = await store.beginDocument({
        ...{ project, path, title, kind, bytes, chunks: chunks.length, mostChunks },
      });
      const stored = new Set(hashes);
      const hashed = withHashes(chunks, title);
      for (let start = 0; start < hashed.length; start += perCall) {
        signal?.throwIfAborted();
        const page = hashed.slice(start, start + perCall);
        await store.putChunks(
          id,
          version,
          page.map((chunk, index) => ({
            ...chunk,
            number: start + index + 1,
            words: stored.has(chunk.contentHash)
              ? []
              : wordsOf([path, title, ...chunk.headings, chunk.content].join('\n')),
          })),
        );
        onProgress?.(start + page.length, hashed.length);
      }
      const { document, removed } = await store.finishDocument(id, version, sourceHash);
      onUnembedded();
      const added = hashed.filter(({ contentHash }) => !stored.has(contentHash)).length;
      return { document, action: known ? 'updated' : 'added', added, removed };
    },

    /**
     * Lists the documents that a project reads, by path: its own and those of all projects (null: only the latter;
     * undefined: documents of every project). `after`: the id of the last document of the previous page.
     */
    list({
      project,
      path = null,
      after = null,
      limit = 100,
    }: z.input<typeof documentListQuery> = {}): Promise<DocumentRecord[]> {
      const projects = project === undefined ? null : projectsOf(project);
      return store.listDocuments({ projects, path, after, limit });
    },

    /**
     * Returns the document of this name that a project reads, preferring its own to one of all projects; null if
     * there is none.
     */
    async find(path: string, project: string | null): Promise<DocumentRecord | null> {
      const found = await store.listDocuments({ projects: projectsOf(project), path, after: null, limit: 2 });
      return found.at(-1) ?? null;
    },

    /**
     * Returns lines of a document from `firstLine` on, about as many as `tokens` allow; null if the document does not
     * exist.
     */
    async read(
      id: string,
      { firstLine = 1, lastLine = lastOfAll, tokens = passageTokens }: z.input<typeof documentPart> = {},
    ): Promise<Passage | null> {
      const found = await store.readDocument(id, { first: firstLine, last: lastLine, tokens });
      if (found === null) return null;
      const { document, chunks } = found;
      const begin = chunks[0]?.firstLine ?? firstLine;
      const all = chunks.map(({ content }) => content).join('');
      const lines = all.split(/(?<=\n)/).slice(firstLine - begin, lastLine - begin + 1);
      const last = firstLine + lines.length - 1;
      const isMore = last < lastLine && (chunks.at(-1)?.number ?? lastOfAll) < document.chunkCount;
      return {
        document,
        text: lines.join(''),
        firstLine,
        lastLine: last,
        nextLine: isMore ? last + 1 : null,
        chunks,
      };
    },

    /** Deletes a document, and its texts from the stored contexts. Returns null if it does not exist. Idempotent. */
    delete: (id: string) => store.deleteDocument(id),
  };

  async function findOwn(project: string | null, path: string): Promise<DocumentRecord | null> {
    const [found] = await store.listDocuments({ projects: [project ?? ''], path, after: null, limit: 1 });
    return found ?? null;
  }
}

const projectsOf = (project: string | null): string[] => [...new Set(['', storedProject(project) ?? ''])];

type HashedChunk = Chunk & { contentHash: string };

/** Adds hashes. Repetitions of a chunk in a document get different ones. */
function withHashes(chunks: Chunk[], title: string): HashedChunk[] {
  const seen = new Map<string, number>();
  return chunks.map((chunk) => {
    const text = JSON.stringify([title, chunk.headings, chunk.content]);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    const contentHash = createHash('sha256').update(text).update(`\0${times}`).digest('hex');
    return { ...chunk, contentHash };
  });
}

const documentText = z.object({
  text: z.string(),
  title: z.string().nullable(),
  kind: z.string().min(1).max(100),
});

function checkedRead(read: unknown): DocumentText {
  const { data, error } = documentText.safeParse(read);
  if (data) return data;
  throw new MemoryError('invalid_input', `read: ${z.prettifyError(error)}`);
}

async function checkedPath(path: string): Promise<string> {
  const checked = (await redact(storableText(path))).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  if (checked !== '' && Array.from(checked).length <= longestPath) return checked;
  throw new MemoryError('invalid_input', `path: needs 1 to ${longestPath} characters`);
}
