import { redact } from '../redaction/redact.ts';
import type { RedactedText } from '../redaction/redacted-text.ts';
import { callArguments } from '../transcript/call-arguments.ts';
import { replaceParts } from '../marks/replace-parts.ts';
import { fileExtensions } from '../text/file-extensions.ts';
import { longestPath } from './path-list.ts';

/** A turn up to one of its steps, with the tool calls so far. `arguments` is the JSON text that the model wrote. */
export type Step = {
  sessionId: string;
  project: string | null;
  userMessage: string | RedactedText;
  toolCalls: { name: string; arguments: string; ok: boolean }[];
  reply: string | RedactedText;
};

/** Files and directories named by calls or the user, those of the calls first. */
type StepPaths = {
  files: string[];
  /** Each ends with `/`. */
  directories: string[];
  /** The number of `files` that come from tool calls. */
  filesOfCalls: number;
};

/** The parts of a step that tagging needs, without secrets. */
export type ReadStep = { userMessage: string; reply: string } & StepPaths;

/** Characters of a message that are read: its beginning shows what it is about. */
const longestText = 20_000;

/**
 * Reads the texts and paths of a step. Redacts secrets, and leaves out paths that contain any. Also leaves out, from
 * the texts as well, the path of a call that failed, because it leads out of the workspace or does not exist.
 */
export async function readStep(step: Step): Promise<ReadStep> {
  const failed = failedPaths(step.toolCalls);
  const read = (text: string | RedactedText) =>
    typeof text === 'string' ? redact(beginningOf(text, failed)) : beginningOf(text.content, failed);
  const [userMessage, reply] = await Promise.all([read(step.userMessage), read(step.reply)]);
  const paths = pathsOfStep({ toolCalls: step.toolCalls, userMessage });
  const isSafe = await createIsSafe([...paths.files, ...paths.directories]);
  return {
    userMessage,
    reply,
    files: paths.files.filter(isSafe),
    directories: paths.directories.filter(isSafe),
    filesOfCalls: paths.files.slice(0, paths.filesOfCalls).filter(isSafe).length,
  };
}

async function createIsSafe(paths: string[]): Promise<(path: string) => boolean> {
  const redacted = await Promise.all(paths.map(redact));
  const safe = new Set(paths.filter((path, index) => path === redacted[index]));
  return (path) => safe.has(path);
}

/** Characters of an argument that is searched for paths; longer ones are the contents of files. */
const longestArgument = 500;
const pathKey = /path|file|dir|folder|root|cwd/i;
const listingTool = /list|search|find|glob|grep|tree|dir/i;
const extension = /[^/]\.\p{L}[\p{L}\p{N}]{0,9}$/u;
/** A file name with an extension, with or without directories, but not the host of a URL. */
const segment = String.raw`[\p{L}\p{N}_.@~()[\]-]{1,100}`;
const stem = String.raw`[\p{L}\p{N}_()[\]-]`;
const pathInText = new RegExp(
  String.raw`(?<![\p{L}\p{N}_:/@.~-])(?:(?:${segment}\/){1,30}${stem}{1,100}|${stem}{2,100})(?:\.[\p{L}\p{N}_-]{1,50}){0,5}\.\p{L}[\p{L}\p{N}]{0,9}(?![\p{L}\p{N}_/@-])`,
  'gu',
);

const bareFile = new RegExp(String.raw`^[^/()[\]]+\.(?:${fileExtensions})$`, 'iu');
/** Runtimes and libraries that are named like a file. */
const product = /^(?:node|next|nuxt|nest|vue|react|express|three|d3|chart)\.js$/iu;

/** Returns the paths of the successful calls, newest first, then those that the user named. */
export function pathsOfStep(step: Pick<Step, 'toolCalls'> & { userMessage: string }): StepPaths {
  const files = new Set<string>();
  const directories = new Set<string>();
  // newest first
  for (const call of step.toolCalls.toReversed()) {
    if (!call.ok) continue;
    for (const path of pathsOfCall(call)) (path.endsWith('/') ? directories : files).add(path);
  }
  const filesOfCalls = files.size;
  for (const path of pathsInText(step.userMessage)) files.add(path);
  return { files: [...files], directories: [...directories], filesOfCalls };
}

/** Returns the paths with which no call succeeded. */
function failedPaths(calls: Step['toolCalls']): string[] {
  const [succeeded, failed] = [true, false].map((ok) =>
    calls.filter((call) => call.ok === ok).flatMap(pathsOfCall),
  );
  return [...new Set(failed).difference(new Set(succeeded))];
}

function pathsOfCall(call: Step['toolCalls'][number]): string[] {
  return callArguments(call.arguments).flatMap(({ key, value: text }) => {
    if (pathKey.test(key) && text.length <= longestPath && !/[\r\n]/.test(text)) {
      const path = tidyPath(text);
      if (path === '' || path === './') return [];
      const isDirectory = listingTool.test(call.name) && !extension.test(path);
      return [isDirectory ? asDirectory(path) : path];
    }
    return text.length <= longestArgument ? pathsInText(text) : [];
  });
}

function beginningOf(whole: string, failed: string[]): string {
  const text = whole.slice(0, longestText);
  const partsOf = (path: string) => placesOf(path, text).map((from) => ({ from, to: from + path.length }));
  return replaceParts(text, failed.flatMap(partsOf), '…');
}

/** Returns the positions where a text names this path, except as part of a longer one. */
export function placesOf(path: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text.slice(at + path.length, at + path.length + 2)];
    if (!/[\p{L}\p{N}_/.-]/u.test(before) && !/^(?:[\p{L}\p{N}_-]|\.\p{L})/u.test(after)) places.push(at);
  }
  return places;
}

const pathsInText = (text: string): string[] =>
  // a link in Markdown has two
  Array.from(text.replaceAll('](', '] (').matchAll(pathInText), ([path]) =>
    tidyPath(withoutOpening(path)),
  ).filter(isFile);

/** Without a bracket at its beginning that the path does not close: `(src/a.ts`, but `(shop)/page.tsx`. */
function withoutOpening(path: string): string {
  const closing = { '(': ')', '[': ']' }[path.charAt(0)];
  return closing && !path.includes(closing) ? withoutOpening(path.slice(1)) : path;
}

/**
 * Whether what looks like a path names a file. Without a folder it needs the extension of one: `Fly.io`, `gauge.min` and
 * `gaugeOf(gauge).min` do not.
 */
const isFile = (path: string): boolean => path.includes('/') || (bareFile.test(path) && !product.test(path));

/** Uses `/` as separator, and removes `./` at the beginning and white space around the path. */
export const tidyPath = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/^\.$/, '');

export const asDirectory = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

/** Returns the directory of a file, ending with `/`; null for a file at the root. */
export function directoryOf(file: string): string | null {
  const slash = file.lastIndexOf('/');
  return slash <= 0 ? null : file.slice(0, slash + 1);
}
