import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { truncateToTokens, type Clock, type Log, type SectionInput } from '@devai/memory';
import { ifThere, tellingFileErrors, ToolError } from '../tools/tool-error.ts';
import { memoryBehaviourPrompt, situationPrompt, userFilesPrompt } from './prompts/host.ts';
import { chapo } from './roster/chapo.ts';

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
const agentItems: Item[] = [{ text: chapo.prompt }];
const behaviourItems: Item[] = [{ text: memoryBehaviourPrompt }];
const filesNote: Item = { text: userFilesPrompt };

/**
 * Creates the host's part of the system context: the user's files, the agent, memory behaviour, and last what changes with the project and
 * the day. Deterministic within a day. An unreadable file is reported in its place and in the log. Never throws.
 */
export function createSystemContext(
  workspaceRoot: string,
  {
    clock,
    log,
    timeZone,
    hasWorkspace = true,
  }: {
    clock: Clock;
    log: Pick<Log, 'warn'>;
    timeZone: string;
    /** Whether the agent may work in the workspace. */
    hasWorkspace?: boolean;
  },
) {
  const cache = new Map<string, { content: string; items: Item[] }>();

  return {
    async sections(project: string | null): Promise<SectionInput[]> {
      const files = (await Promise.all(contextFiles.map(readItems))).flat();
      const workspace = hasWorkspace ? workspaceRoot : null;
      const situation = situationPrompt({ now: clock.now(), timeZone, project, workspaceRoot: workspace });
      return [
        {
          ...stable,
          type: 'files',
          separator: '\n\n',
          items: files.length === 0 ? [] : [filesNote, ...files],
        },
        { ...stable, type: 'agent', items: agentItems },
        { ...stable, type: 'memory_behaviour', items: behaviourItems },
        { ...stable, type: 'situation', items: [{ text: situation }] },
      ];
    },
  };

  /** Returns a file under its path, or the problem when it cannot be read; nothing when it is absent or empty. */
  async function readItems(name: string): Promise<Item[]> {
    const known = cache.get(name);
    const path = join(workspaceRoot, name);
    const content = await tellingFileErrors(name, () => readBeginning(path, name)).catch((error: unknown) => {
      const problem = `(${error instanceof Error ? error.message : String(error)})`;
      if (known?.content !== problem) {
        log.warn({ err: error, file: name }, 'a file of the system context could not be read');
      }
      return problem;
    });
    if (known?.content === content) return known.items;
    const items =
      content === '' ? [] : [{ id: name, text: `# File: ${name}\n\n${fittingPart(content, name)}` }];
    cache.set(name, { content, items });
    return items;
  }
}

/** Reads the beginning of a file, up to `readCap`; '' when there is no such file. */
async function readBeginning(path: string, name: string): Promise<string> {
  const found = await ifThere(stat(path));
  if (!found?.isFile()) return '';
  const bytes = await buffer(createReadStream(path, { end: readCap }));
  if (bytes.includes(0)) throw new ToolError(`${name} cannot be read: it is binary, not text`);
  // stream mode drops a character that was cut in two
  return new TextDecoder().decode(bytes, { stream: true }).trim();
}

function fittingPart(content: string, name: string): string {
  const kept = truncateToTokens(content, fileCap);
  return kept === content ? content : `${kept}\n\n(${name} is longer; this is its beginning)`;
}
