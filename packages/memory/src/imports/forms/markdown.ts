import type { Category } from '../../types.ts';
import type { Found, ImportForm } from '../found.ts';
import { readMarkdown, type Block, type Markdown } from '../markdown-blocks.ts';
import { leftOut, statement, timeOf } from './reading.ts';

const instructionFile = /^(?:CLAUDE(?:\.local)?|AGENTS?)\.md$/i;
const ruleFile = /(?:^|\/)\.claude\/rules\/(?:.*\/)?[^/]+\.md$/i;
/** Notes of a day of OpenClaw. */
const dayFile = /(?:^|\/)(\d{4}-\d{2}-\d{2})[^/]*\.md$/i;
const memoryFile = /(?:^|\/)memor(?:y|ies)\.md$/i;
const inMemoryFolder = /(?:^|\/)memor(?:y|ies)\/(?:.*\/)?[^/]+\.md$/i;
/** Files of OpenClaw's workspace about its agent, its tasks and its machinery. */
const agentsFile = /^(?:SOUL|IDENTITY|HEARTBEAT|BOOTSTRAP|BOOT)\.md$/i;
const environmentFile = /^TOOLS\.md$/i;
const userFile = /^USER\.md$/i;
/** A line of the index of a memory folder, or another file that instructions name. */
const indexLine = /^\[[^\]]*\]\([^)]+\.md\)/i;
const namedFile = /^@\S+$/;
/** Headings of instructions under which a project is described. */
const describing =
  /\b(?:architecture|structure|overview|about|background|layout|directories|stack|glossary|context|components?)\b/i;

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Which memories a file of Markdown is, by its name or its front matter; null: none. */
export function markdownForm(path: string, source: string): ImportForm | null {
  const name = baseName(path);
  if (instructionFile.test(name) || ruleFile.test(path)) return 'instructions';
  const isNamed = [memoryFile, dayFile, inMemoryFolder].some((form) => form.test(path));
  if (isNamed || [agentsFile, environmentFile, userFile].some((form) => form.test(name))) return 'markdown';
  const { front } = readMarkdown(source.slice(0, 10_000));
  return front['name'] !== undefined && (front['description'] !== undefined || front['type'] !== undefined)
    ? 'markdown'
    : null;
}

/** Reads a file of instructions or memories. */
export function* readMarkdownFile(source: string, path: string, form: ImportForm): Generator<Found> {
  const name = baseName(path);
  if (agentsFile.test(name)) {
    yield leftOut({ path, place: 'the file' }, 'it tells the agent who it is and when it works');
    return;
  }
  const read = readMarkdown(source);
  const { name: title, description, type } = read.front;
  if (form === 'markdown' && title !== undefined && (description ?? type) !== undefined) {
    yield* factIn(read, path);
    return;
  }
  const saidAt = timeOf(dayFile.exec(path)?.[1] ?? null);
  for (const block of read.blocks) {
    const at = { path, place: `line ${block.line}` };
    if (indexLine.test(block.text)) yield leftOut(at, 'it names the file of a memory');
    else if (namedFile.test(block.text)) yield leftOut(at, 'it names another file: import that one, too');
    else
      yield statement({
        ...at,
        form,
        saidAt,
        text: withHeading(block),
        about: userFile.test(name) ? 'user' : form === 'instructions' ? 'project' : undefined,
        category: categoryOf(block, { form, isEnvironment: environmentFile.test(name) }),
        tags: [],
      });
  }
}

function categoryOf(
  { heading }: Block,
  { form, isEnvironment }: { form: ImportForm; isEnvironment: boolean },
): Category | undefined {
  if (isEnvironment) return 'other';
  if (form !== 'instructions') return undefined;
  return heading !== null && describing.test(heading) ? 'architecture' : 'rule';
}

/** The kinds of Claude's memories. `feedback`: how the user wants it to work. */
const kinds: Record<string, { category?: Category; about?: 'user' }> = {
  user: { category: 'profile', about: 'user' },
  feedback: { category: 'rule' },
};

/** A memory of Claude: a file with its name and what it is about in front matter. */
function* factIn({ front, blocks }: Markdown, path: string): Generator<Found> {
  const { name, description, type = '' } = front;
  const said = blocks.map(withHeading).join('\n');
  yield statement({
    ...{ path, place: 'the file', form: 'markdown' },
    text: said === '' ? (description ?? '') : said,
    ...kinds[type.toLowerCase()],
    title: description ?? name,
    tags: type === '' ? [] : [type],
    details: { name, description },
  });
}

/** A block that its heading makes understandable elsewhere. */
const withHeading = ({ heading, text }: Block): string =>
  heading === null || text.toLowerCase().includes(heading.toLowerCase()) ? text : `${heading}: ${text}`;
