import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { oneLine, truncateToTokens, type Log } from '@devai/memory';
import { tellingFileErrors, ToolError } from '../tools/tool-error.ts';
import type { SystemPrompt } from './context-profile.ts';
import { chapoPrompt, memoryBehaviourPrompt } from './prompts/chapo.ts';

/** Files of the user that open the prompt, in order: who the agent is, how it works here, what holds everywhere. */
const contextFiles = ['SOUL.md', 'DEVAI.md', 'CLAUDE.md', 'WORKSPACE.md', 'GLOBAL.md'];
/** Tokens of one file: what is longer is cut and says so. */
const fileCap = 8_000;
/** Bytes that are read of one file: any prose or code of 8,000 tokens has fewer. */
const readCap = 256 * 1024;

export type SystemContext = ReturnType<typeof createSystemContext>;

type Volatile = {
  focus: string;
  signals: string;
  memories: string;
  /** Statements of this message that the host stored already. */
  saved: string[];
};

/**
 * Builds the system context, stable before volatile, so that a provider's prompt cache keeps its beginning: the
 * user's files, the agent, memory behaviour; then focus, signals and memories. Same inputs, same bytes. A file that
 * cannot be read is named in its place and in the log. Throws nothing.
 */
export function createSystemContext(workspaceRoot: string, log: Pick<Log, 'warn'>) {
  const cache = new Map<string, { state: string; text: string }>();

  return {
    async assemble(parts: Volatile): Promise<SystemPrompt> {
      const files = await Promise.all(contextFiles.map(readSection));
      const saved =
        parts.saved.length > 0
          ? `## Just remembered\nThe host stored this from the user's message; it needs no tool:\n${parts.saved.map((content) => `- ${oneLine(content)}`).join('\n')}`
          : '';
      return {
        stable: joined([...files, chapoPrompt, memoryBehaviourPrompt]),
        volatile: joined([parts.focus, parts.signals, parts.memories, saved]),
      };
    },
  };

  /** A file's section; '' when it is absent, what is the matter with it when it cannot be read. */
  async function readSection(name: string): Promise<string> {
    try {
      return await tellingFileErrors(name, () => readWhenChanged(name));
    } catch (error) {
      const text = `(${error instanceof Error ? error.message : String(error)})`;
      if (cache.get(name)?.text !== text) {
        log.warn({ err: error, file: name }, 'a file of the system context could not be read');
      }
      // no state: it is tried again at the next turn
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

/** Says the same as long as nobody wrote to the file: unlike its date, the time of its last change is set by nobody. */
async function stateOf(path: string): Promise<string> {
  try {
    const file = await stat(path, { bigint: true });
    return file.isFile() ? `${file.ino} ${file.size} ${file.ctimeNs}` : absent;
  } catch (error) {
    if (isMissing(error)) return absent;
    throw error;
  }
}

/** As much of a file as the prompt has room for. */
async function readBeginning(path: string, name: string): Promise<string> {
  const bytes = await buffer(createReadStream(path, { end: readCap }));
  if (bytes.includes(0)) throw new ToolError(`${name} cannot be read: it is binary, not text`);
  const isWhole = bytes.length <= readCap;
  // as a stream: a character that the end went through is left out
  const content = new TextDecoder().decode(bytes, { stream: !isWhole }).trim();
  const kept = truncateToTokens(content, fileCap);
  return isWhole && kept === content ? content : `${kept}\n\n(${name} is longer; this is its beginning)`;
}

const joined = (sections: string[]): string => sections.filter((section) => section !== '').join('\n\n');

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
