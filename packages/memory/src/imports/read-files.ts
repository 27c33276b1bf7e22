import { z } from 'zod';
import { MemoryError } from '../errors.ts';
import type { FilePart, Found, ImportForm, Origin } from './found.ts';
import { readChatGpt, readChatGptMemory, readMemoryLines } from './forms/chatgpt.ts';
import { readLangGraph } from './forms/langgraph.ts';
import { readAgentFile, readLettaBlock, readLettaPassage } from './forms/letta.ts';
import { markdownForm, readMarkdownFile } from './forms/markdown.ts';
import { readMem0 } from './forms/mem0.ts';
import { leftOut, refused, type EntryReader } from './forms/reading.ts';
import { BrokenOff, jsonValues } from './json-values.ts';

/** Characters of a file that is no JSON. */
const longestText = 8_000_000;
/** Characters by which a file is recognised. */
const enough = 64;

/** In the order in which entries are recognised. */
const readers: EntryReader[] = [
  readChatGpt,
  readLangGraph,
  readMem0,
  readAgentFile,
  readLettaBlock,
  readLettaPassage,
  readChatGptMemory,
];
/** Lists that are the whole of an export, and whose entries they have. */
const lists: [name: string, reader: EntryReader][] = [
  ['results', readMem0],
  ['memories', (value, at) => readMem0(value, at) ?? readChatGptMemory(value, at)],
  ['items', readLangGraph],
  ['blocks', readLettaBlock],
  ['passages', readLettaPassage],
];

/**
 * Reads memories and conversations of other products from the text of files, in order, and holds one entry at a time. `form` says what a file
 * of text is. Throws `invalid_input` for a file that is damaged, or of no product that is known, with what it seems to be. `isFolder`: files
 * that are no memories are left out instead.
 */
export async function* readFiles(
  parts: AsyncIterable<FilePart> | Iterable<FilePart>,
  { form, isFolder = false }: { form?: ImportForm | undefined; isFolder?: boolean | undefined },
): AsyncGenerator<Found> {
  for await (const { path, chunks } of filesOf(parts)) {
    const source = chunks[Symbol.asyncIterator]();
    let beginning = '';
    while (beginning.trim().length < enough) {
      const { done, value } = await source.next();
      if (done) break;
      beginning += value;
    }
    const rest = from(beginning, source);
    if (beginning.includes('\0')) {
      const problem = beginning.startsWith('PK') ? 'a ZIP archive (unpack it first)' : 'no text';
      if (!isFolder) throw unknownFile(path, problem);
      yield leftOut({ path, place: 'the file' }, `it seems to be ${problem}`);
    } else if (/^\s*[{[]/.test(beginning.replace(/^\uFEFF/, '')) && !/\.(?:md|markdown)$/i.test(path)) {
      yield* readJson(rest, path, isFolder);
    } else {
      yield* readText(await textOf(rest, path), path, { form, isFolder });
    }
    for (let next = await source.next(); !next.done; next = await source.next());
  }
}

function* readText(
  text: string,
  path: string,
  { form, isFolder }: { form: ImportForm | undefined; isFolder: boolean },
): Generator<Found> {
  const isMarkdown = /\.(?:md|markdown)$/i.test(path);
  const named = isMarkdown ? markdownForm(path, text) : null;
  const chosen = form ?? named ?? (!isMarkdown && /memor/i.test(path) ? 'chatgpt-memories' : null);
  if (chosen === 'chatgpt-memories') yield* readMemoryLines(text, path);
  else if (chosen === 'instructions' || chosen === 'markdown') yield* readMarkdownFile(text, path, chosen);
  else if (isFolder)
    yield leftOut({ path, place: 'the file' }, 'it is no file of memories; documents are ingested');
  else if (text.trim() === '') throw new MemoryError('invalid_input', `${path}: it is empty`);
  else
    throw unknownFile(
      path,
      isMarkdown ? 'a document in Markdown' : 'a text',
      'ingest it as a document, or say what it is: `instructions`, `markdown`, or `chatgpt-memories` with a memory in each line',
    );
}

async function* readJson(
  chunks: AsyncIterable<string>,
  path: string,
  isFolder: boolean,
): AsyncGenerator<Found> {
  let known = 0;
  try {
    for await (const entry of jsonValues(chunks)) {
      const at = { path, place: `entry ${entry.index} (line ${entry.line})` };
      if (entry.problem !== undefined) {
        if (known === 0) throw damaged(path, `${at.place} ${entry.problem}`);
        yield refused(at, `it ${entry.problem}`);
        continue;
      }
      const found = foundIn(entry.value, at);
      if (found) {
        known += 1;
        yield* found;
      } else if (known > 0) yield refused(at, 'it is not like the entries before it');
      else if (isFolder) {
        yield leftOut({ path, place: 'the file' }, `it seems to be ${seemsToBe(entry.value).what}`);
        return;
      } else {
        const { what, way } = seemsToBe(entry.isElement ? [entry.value] : entry.value);
        throw unknownFile(path, what, way);
      }
    }
  } catch (error) {
    if (error instanceof BrokenOff) throw damaged(path, error.message);
    throw error;
  }
}

/** What an entry, or a whole file that is an object, holds; null: nothing that is known. */
function foundIn(value: unknown, at: Origin): Iterable<Found> | null {
  for (const read of readers) {
    const found = read(value, at);
    if (found) return found;
  }
  const { data } = z.record(z.string(), z.unknown()).safeParse(value);
  const list = data && lists.find(([name]) => Array.isArray(data[name]));
  const entries = list && z.array(z.unknown()).safeParse(data[list[0]]).data;
  if (!list || !entries) return null;
  const read = entries.map((entry, index) => {
    const one = { path: at.path, place: `${list[0]}, entry ${index + 1}` };
    return { one, found: list[1](entry, one) };
  });
  // a list by a common name may be of anything
  if (entries.length > 0 && read.every(({ found }) => found === null)) return null;
  return read.flatMap(({ one, found }) => [...(found ?? [refused(one, 'it is no memory')])]);
}

/** What products and programs write, by a property that only they use, and what can be done with it. */
function seemsToBe(value: unknown): { what: string; way: string } {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    Array.isArray(one) ? one.slice(0, 3) : one,
  ).slice(0, 20_000);
  const has = (sign: RegExp): boolean => sign.test(text);
  const conversation =
    'give each conversation, as messages with role and content, to `sessions.extractFrom` (POST /api/memory/extract)';
  if (has(/"kind":"devai-export"/)) return { what: 'an export of DevAI', way: 'import it as it is' };
  if (has(/"chat_messages":/)) return { what: "Claude's conversations", way: conversation };
  if (has(/"(?:channel_values|checkpoint_ns|checkpoint_id)":/))
    return { what: 'a state of LangGraph', way: 'export the rows of its store: namespace, key, value' };
  if (has(/"type":"entity"/))
    return {
      what: 'the graph of the MCP memory server',
      way: 'save each observation (POST /api/memory/save)',
    };
  if (Array.isArray(value) && has(/"role":"/))
    return { what: 'a JSON array of OpenAI messages', way: conversation };
  if (has(/"(?:messages|role|sender|speaker)":/)) return { what: 'conversations as JSON', way: conversation };
  return { what: 'JSON of another program', way: 'save each statement (POST /api/memory/save)' };
}

const unknownFile = (path: string, what: string, way?: string): MemoryError =>
  new MemoryError(
    'invalid_input',
    `${path}: it seems to be ${what}, which cannot be imported${way ? `: ${way}` : ''}`,
  );

const damaged = (path: string, problem: string): MemoryError =>
  new MemoryError('invalid_input', `${path} is damaged: ${problem}`);

async function textOf(chunks: AsyncIterable<string>, path: string): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length <= longestText) continue;
    throw new MemoryError(
      'invalid_input',
      `${path}: has more than ${longestText / 1e6} million characters; divide it`,
    );
  }
  return text;
}

async function* from(beginning: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield beginning;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** Groups parts that follow each other into files. A file that is not read to its end is skipped. */
async function* filesOf(
  parts: AsyncIterable<FilePart> | Iterable<FilePart>,
): AsyncGenerator<{ path: string; chunks: AsyncIterable<string> }> {
  const source = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  let next = await source.next();
  while (!next.done) {
    const { path } = next.value;
    const chunks = async function* (): AsyncGenerator<string> {
      while (!next.done && next.value.path === path) {
        const { text } = next.value;
        next = await source.next();
        yield text;
      }
    };
    yield { path, chunks: chunks() };
  }
}
