import { Command } from '@commander-js/extra-typings';
import { shownMemory } from '@devai/api/protocol/memory';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Route } from '../server/api.ts';
import { oneOf, several, text, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { viewMemory } from './views.ts';

/** Why a memory was changed, for its history. */
export const reason = 'by the user, with the command line tool';

const { priority } = shownMemory.shape;

/** Commands that change one memory and keep its old values in its history. */
export function changeCommands(context: Context) {
  async function change(id: string, fields: object, [method, action]: Route = ['PUT', '']): Promise<void> {
    const path = `/api/memory/${await fullId(context, 'memory', id)}${action}`;
    await context.answer(shownMemory, [method, path], { json: { ...fields, reason } }, viewMemory);
  }
  return [
    new Command('edit')
      .description('Change the given fields of a memory; its history keeps the old values')
      .argument('<id>')
      .option('--content <text>', 'what it says')
      .option('--title <text>', 'its short form; "" removes it')
      .option('--namespace <path>', 'where it is filed')
      .option('--priority <name>', priority.options.join(', '), oneOf(priority))
      .option('--importance <1..10>', 'its weight', wholeNumber(10))
      .option('--tag <tag>', 'replaces all its tags; repeatable', several(text))
      .action(async (id, { tag: tags, ...fields }) => {
        if (Object.keys(fields).length === 0 && !tags) throw cliError('usage', 'nothing to change was given');
        await change(id, { ...fields, tags, ...(fields.title === '' && { title: null }) });
      }),
    new Command('pin')
      .description('Pin a memory, so that it never fades and is always considered')
      .argument('<id>')
      .action((id) => change(id, { pinned: true })),
    new Command('unpin')
      .description('Remove the pin')
      .argument('<id>')
      .action((id) => change(id, { pinned: false })),
    new Command('restore')
      .description('Make an invalid memory valid again, and undo what replaced it')
      .argument('<id>')
      .action((id) => change(id, {}, ['POST', '/restore'])),
  ];
}
