import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { truncateToTokens, type Clock, type Log, type SectionInput } from '@devai/memory';
import { tellingFileErrors, ToolError } from '../tools/tool-error.ts';
import { chapoPrompt, memoryBehaviourPrompt, situationPrompt } from './prompts/chapo.ts';

/** The user's files at the start of the prompt, in order: who the agent is, how it works here, what applies everywhere. */
export const contextFiles = ['SOUL.md', 'DEVAI.md', 'CLAUDE.md', 'WORKSPACE.md', 'GLOBAL.md'];
/** Maximum tokens of one file; longer ones are truncated with a note. */
const fileCap = 8_000;
/** Maximum bytes read of one file; 8,000 tokens of prose or code have fewer. */
const readCap = 256 * 1024;

export type SystemContext = ReturnType<typeof createSystemContext>;

type Item = SectionInput['items'][number];

const stable = { priority: 0, zone: 'stable', source: 'host' } as const;
/** The same objects in every turn, so that their tokens are counted once. */
const agentItems: Item[] = [{ text: chapoPrompt }];
const behaviourItems: Item[] = [{ text: memoryBehaviourPrompt }];

/**
 * The host's part of the system context: the user's files, the agent, memory behaviour, and last what changes with the project and the
 * day. Deterministic on one day. An unreadable file is named in its place and in the log. Never throws.
 */
export function createSystemContext(
  workspaceRoot: string,
  { clock, log }: { clock: Clock; log: Pick<Log, 'warn'> },
) {
  const cache = new Map<string, { state: string; text: string; items: Item[] }>();

  return {
    async sections(project: string | null): Promise<SectionInput[]> {
      const files = await Promise.all(contextFiles.map(readItems));
      const situation = situationPrompt({ now: clock.now(), project, workspaceRoot });
      return [
        { ...stable, type: 'files', separator: '\n\n', items: files.flat() },
        { ...stable, type: 'agent', items: agentItems },
        { ...stable, type: 'memory_behaviour', items: behaviourItems },
        { ...stable, type: 'situation', items: [{ text: situation }] },
      ];
    },
  };

  /** A file under its path, or the problem when it cannot be read; nothing when it is absent or empty. */
  async function readItems(name: string): Promise<Item[]> {
    try {
      return await tellingFileErrors(name, () => readWhenChanged(name));
    } catch (error) {
      const text = `(${error instanceof Error ? error.message : String(error)})`;
      if (cache.get(name)?.text !== text) {
        log.warn({ err: error, file: name }, 'a file of the system context could not be read');
      }
      // no state, so the next turn tries again
      return keep(name, '', text);
    }
  }

  async function readWhenChanged(name: string): Promise<Item[]> {
    const path = join(workspaceRoot, name);
    const state = await stateOf(path);
    const known = cache.get(name);
    if (known && known.state === state) return known.items;
    return keep(name, state, state === absent ? '' : await readBeginning(path, name));
  }

  function keep(name: string, state: string, text: string): Item[] {
    const known = cache.get(name);
    const made = text === '' ? [] : [{ id: name, text: `# File: ${name}\n\n${text}` }];
    const items = known?.text === text ? known.items : made;
    cache.set(name, { state, text, items });
    return items;
  }
}

const absent = 'absent';

/** Identifies the content of a file: unlike mtime, ctime cannot be set by programs. */
async function stateOf(path: string): Promise<string> {
  try {
    const file = await stat(path, { bigint: true });
    return file.isFile() ? `${file.ino} ${file.size} ${file.ctimeNs}` : absent;
  } catch (error) {
    if (isMissing(error)) return absent;
    throw error;
  }
}

/** The part of a file that fits into the prompt. */
async function readBeginning(path: string, name: string): Promise<string> {
  const bytes = await buffer(createReadStream(path, { end: readCap }));
  if (bytes.includes(0)) throw new ToolError(`${name} cannot be read: it is binary, not text`);
  const isWhole = bytes.length <= readCap;
  // stream mode drops a character that was cut in two
  const content = new TextDecoder().decode(bytes, { stream: !isWhole }).trim();
  const kept = truncateToTokens(content, fileCap);
  return isWhole && kept === content ? content : `${kept}\n\n(${name} is longer; this is its beginning)`;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
