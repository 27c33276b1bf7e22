import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { oneLine, truncateToTokens, type Clock, type Log } from '@devai/memory';
import { tellingFileErrors, ToolError } from '../tools/tool-error.ts';
import type { SystemPrompt } from './context-profile.ts';
import { chapoPrompt, memoryBehaviourPrompt, situationPrompt } from './prompts/chapo.ts';

/** The user's files at the start of the prompt, in order: who the agent is, how it works here, what applies everywhere. */
export const contextFiles = ['SOUL.md', 'DEVAI.md', 'CLAUDE.md', 'WORKSPACE.md', 'GLOBAL.md'];
/** Maximum tokens of one file; longer ones are truncated with a note. */
const fileCap = 8_000;
/** Maximum bytes read of one file; 8,000 tokens of prose or code have fewer. */
const readCap = 256 * 1024;

export type SystemContext = ReturnType<typeof createSystemContext>;

type Parts = {
  project: string | null;
  focus: string;
  signals: string;
  memories: string;
  /** Statements of this message that the host has stored. */
  saved: string[];
};

/**
 * Builds the system context, the stable half first for the sake of prompt caches: the user's files, the agent, memory
 * behaviour, and what changes with the project and the day; then focus, signals and memories. Deterministic on one day. An
 * unreadable file is named in its place and in the log. Never throws.
 */
export function createSystemContext(
  workspaceRoot: string,
  { clock, log }: { clock: Clock; log: Pick<Log, 'warn'> },
) {
  const cache = new Map<string, { state: string; text: string }>();

  return {
    async assemble(parts: Parts): Promise<SystemPrompt> {
      const files = await Promise.all(contextFiles.map(readSection));
      const saved =
        parts.saved.length > 0
          ? `## Just remembered\nThe host stored this from the user's message; it needs no tool:\n${parts.saved.map((content) => `- ${oneLine(content)}`).join('\n')}`
          : '';
      return {
        stable: joined([
          ...files,
          chapoPrompt,
          memoryBehaviourPrompt,
          situationPrompt({ now: clock.now(), project: parts.project, workspaceRoot }),
        ]),
        volatile: joined([parts.focus, parts.signals, parts.memories, saved]),
      };
    },
  };

  /** A file under its path; '' when it is absent or empty. */
  async function readSection(name: string): Promise<string> {
    const text = await readOrExplain(name);
    return text === '' ? '' : `# File: ${name}\n\n${text}`;
  }

  /** A file's text; '' when it is absent, the problem when it cannot be read. */
  async function readOrExplain(name: string): Promise<string> {
    try {
      return await tellingFileErrors(name, () => readWhenChanged(name));
    } catch (error) {
      const text = `(${error instanceof Error ? error.message : String(error)})`;
      if (cache.get(name)?.text !== text) {
        log.warn({ err: error, file: name }, 'a file of the system context could not be read');
      }
      // no state, so the next turn tries again
      cache.set(name, { state: '', text });
      return text;
    }
  }

  async function readWhenChanged(name: string): Promise<string> {
    const path = join(workspaceRoot, name);
    const state = await stateOf(path);
    const known = cache.get(name);
    if (known && known.state === state) return known.text;
    const text = state === absent ? '' : await readBeginning(path, name);
    cache.set(name, { state, text });
    return text;
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

const joined = (sections: string[]): string => sections.filter((section) => section !== '').join('\n\n');

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
