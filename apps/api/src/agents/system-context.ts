import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { oneLine, truncateToTokens } from '@devai/memory';
import type { SystemPrompt } from './context-profile.ts';
import { chapoPrompt, memoryBehaviourPrompt } from './prompts/chapo.ts';

/** Files of the user that open the prompt, in order: who the agent is, how it works here, what holds everywhere. */
const contextFiles = ['SOUL.md', 'DEVAI.md', 'CLAUDE.md', 'WORKSPACE.md', 'GLOBAL.md'];
/** Tokens of one file: what is longer is cut and says so. */
const fileCap = 8_000;

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
 * user's files, the agent, memory behaviour; then focus, signals and memories. Same inputs, same bytes.
 */
export function createSystemContext(workspaceRoot: string) {
  const cache = new Map<string, { changed: number; size: number; text: string }>();

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

  /** A file's section, re-read when it changed; '' when it is absent. */
  async function readSection(name: string): Promise<string> {
    const path = join(workspaceRoot, name);
    const state = await stat(path).catch(absent);
    if (!state?.isFile()) {
      cache.delete(name);
      return '';
    }
    const known = cache.get(name);
    if (known && known.changed === state.mtimeMs && known.size === state.size) return known.text;
    const content = (await readFile(path, 'utf8')).trim();
    const kept = truncateToTokens(content, fileCap);
    const text =
      content === ''
        ? ''
        : kept === content
          ? content
          : `${kept}\n\n(${name} is longer; this is its beginning)`;
    cache.set(name, { changed: state.mtimeMs, size: state.size, text });
    return text;
  }
}

const joined = (sections: string[]): string => sections.filter((section) => section !== '').join('\n\n');

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
