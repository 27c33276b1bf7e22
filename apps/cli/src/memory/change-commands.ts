import { Command } from '@commander-js/extra-typings';
import type { Body } from '@devai/fastify/protocol/client';
import { shownMemory } from '@devai/fastify/protocol/memory';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import {
  categoryHelp,
  jsonOrText,
  oneOf,
  projectHelp,
  readTimes,
  several,
  text,
  wholeNumber,
} from './filter-options.ts';
import { fullId } from './full-id.ts';
import { viewMemory, viewUndoing } from './views.ts';

/** The reason that the history of a changed memory gives. */
export const reason = 'by the user, with the command line tool';

const { memoryType: type, priority } = shownMemory.shape;

/** Commands that change one memory and keep its old values in its history. */
export function changeCommands(context: Context) {
  const pathOf = async (id: string) => ({ id: await fullId(context, 'memory', id) });
  async function change(id: string, fields: Body<'PUT /api/memory/:id'>): Promise<void> {
    const json = { ...fields, reason };
    await context.answer('PUT /api/memory/:id', { path: await pathOf(id), json }, viewMemory);
  }
  return [
    new Command('add')
      .description('Remember a statement of the user')
      .argument('<text>', 'the statement, in quotes', text)
      .option('--project <name>', projectHelp)
      .option('--category <name>', categoryHelp, text)
      .option('--set <name=value>', 'set a detail, such as status=todo; repeatable', several(text))
      .option('--tag <tag>', 'add a tag; repeatable', several(text))
      .action(async (content, { set = [], tag: tags, ...fields }) => {
        const metadata = Object.fromEntries(set.map(detailOf));
        const json = { content, ...fields, tags, metadata, reason };
        const saved = await context.ask('POST /api/memory/save', { json });
        await context.output.answer(saved, ({ memory }) => viewMemory(memory));
      }),
    new Command('edit')
      .description('Change fields of a memory; its history keeps the old values')
      .argument('<id>')
      .option('--content <text>', 'new text')
      .option('--title <text>', 'new short form; "" removes it')
      .option('--type <name>', type.options.join(', '), oneOf(type))
      .option('--category <name>', categoryHelp, text)
      .option('--namespace <path>', 'file it under this namespace')
      .option('--priority <name>', priority.options.join(', '), oneOf(priority))
      .option('--importance <1..10>', 'new importance', wholeNumber(10))
      .option('--tag <tag>', 'replace all tags; repeatable', several(text))
      .option(
        '--set <name=value>',
        'set a detail, such as status=done; without a value, remove it; repeatable',
        several(text),
      )
      .option('--expires <time>', 'when it stops being valid; "" for never')
      .option('--holds-from <time>', 'when what it tells of begins; "" for an open beginning')
      .option('--holds-until <time>', 'when that is over; "" for an open end')
      .hook('preAction', readTimes)
      .action(async (id, given) => {
        if (Object.keys(given).length === 0) throw cliError('usage', 'name at least one change');
        const { tag: tags, type: memoryType, title, expires, holdsFrom, holdsUntil, set, ...fields } = given;
        await change(id, {
          ...{ ...fields, tags, memoryType, metadata: set && Object.fromEntries(set.map(detailOf)) },
          ...{ title: title === '' ? null : title, expiresAt: expires === '' ? null : expires },
          holdsFrom: holdsFrom === '' ? null : holdsFrom,
          holdsUntil: holdsUntil === '' ? null : holdsUntil,
        });
      }),
    new Command('pin')
      .description('Pin a memory, so that it never fades and is always considered')
      .argument('<id>')
      .action((id) => change(id, { pinned: true })),
    new Command('unpin')
      .description('Unpin a memory')
      .argument('<id>')
      .action((id) => change(id, { pinned: false })),
    new Command('undo')
      .description(
        'Undo a change of a memory: the last one, or the one given. Undoing again reverts the undo.',
      )
      .argument('<id>')
      .argument('[change]', 'number of the change in the history', wholeNumber(999_999_999))
      .action(async (id, event) => {
        const path = await pathOf(id);
        const memory = await context.ask('POST /api/memory/:id/undo', { path, json: { event, reason } });
        const { events } = await context.ask('GET /api/memory/:id/history', { path });
        const undoing = events.at(-1);
        const undone = undoing ? viewUndoing(undoing) : '';
        await context.output.answer(memory, (shown) => ({ undone, ...viewMemory(shown) }));
      }),
    new Command('restore')
      .description(
        'Make an invalid or expired memory valid again; the one that superseded it becomes invalid',
      )
      .argument('<id>')
      .action(async (id) => {
        const asking = { path: await pathOf(id), json: { reason } };
        await context.answer('POST /api/memory/:id/restore', asking, viewMemory);
      }),
  ];
}

/** Parses `status=done`. The value is JSON, else a text; an empty one is null, which removes the detail. */
function detailOf(given: string): [string, unknown] {
  const at = given.indexOf('=');
  if (at < 1) throw cliError('usage', `--set ${given}: needs a name and a value, such as status=done`);
  const value = given.slice(at + 1);
  return [given.slice(0, at), value === '' ? null : jsonOrText(value)];
}
