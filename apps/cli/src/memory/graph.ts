import { Command } from '@commander-js/extra-typings';
import type { memoryRelations, ShownMemory } from '@devai/fastify/protocol/memory';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { oneLine } from '../terminal/printable.ts';
import type { Style } from '../terminal/style.ts';
import { shortId } from '../terminal/written.ts';
import { wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';

type Relation = z.infer<typeof memoryRelations>['relations'][number];
/** The relations of a memory that are shown, and the number of the others. */
type Shown<One> = { relations: One[]; more: number };
type Branch = Relation & Shown<Relation>;
type Tree = { memory: ShownMemory } & Shown<Branch>;

/** Characters of a memory. */
const longestText = 100;

/** `graph`: shows a memory and its relations, two levels deep. */
export function createGraph({ ask, output }: Context) {
  return new Command('graph')
    .description('Show the relations of a memory as a tree, two levels deep')
    .argument('<id>')
    .option('--limit <n>', 'maximum number of relations of each memory', wholeNumber(1_000), 20)
    .action(async (given, { limit }) => {
      const id = await fullId({ ask }, 'memory', given);
      const memory = await ask('GET /api/memory/:id', { path: { id } });
      const first = await relationsOf(id, limit);
      const relations: Branch[] = [];
      for (const one of first.relations) {
        relations.push({ ...one, ...(await relationsOf(one.memory.id, limit, id)) });
      }
      await output.draw({ memory, relations, more: first.more }, drawTree);
    });

  /** Leaves out `from`, the memory whose branch this is. */
  async function relationsOf(id: string, limit: number, from?: string): Promise<Shown<Relation>> {
    const { relations } = await ask('GET /api/memory/:id/relations', { path: { id } });
    const others = relations.filter(({ memory }) => memory.id !== from);
    return { relations: others.slice(0, limit), more: Math.max(0, others.length - limit) };
  }
}

function drawTree({ memory, ...shown }: Tree, style: Style): string {
  return [textOf(memory, style), ...drawBranches(shown, drawBranch)].join('\n');

  function drawBranch({ relations, more, ...relation }: Branch): string[] {
    return [lineOf(relation, style), ...drawBranches({ relations, more }, (one) => [lineOf(one, style)])];
  }
}

/** Draws the lines of each relation as a branch. */
function drawBranches<One>({ relations, more }: Shown<One>, draw: (one: One) => string[]): string[] {
  const branches = [...relations.map(draw), ...(more > 0 ? [[`… ${more} more`]] : [])];
  return branches.flatMap((lines, index) => {
    const [start, rest] = index === branches.length - 1 ? ['└─ ', '   '] : ['├─ ', '│  '];
    return lines.map((line, place) => `${place === 0 ? start : rest}${line}`);
  });
}

const lineOf = ({ kind, direction, memory }: Relation, style: Style): string =>
  `${kind} ${direction === 'to' ? '→' : '←'} ${textOf(memory, style)}`;

const textOf = ({ id, content, isValid }: ShownMemory, style: Style): string =>
  `${style.paint('dim', shortId(id))}  ${isValid ? '' : '(invalid) '}${oneLine(content, longestText)}`;
