import { Command } from '@commander-js/extra-typings';
import { shownMemory } from '@devai/api/protocol/memory';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Route } from '../server/api.ts';
import { oneOf, readTimes, several, text, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { viewMemory } from './views.ts';

/** Why a memory was changed, for its history. */
export const reason = 'by the user, with the command line tool';

const { memoryType: type, category, priority } = shownMemory.shape;

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
      .option('--type <name>', type.options.join(', '), oneOf(type))
      .option('--category <name>', category.options.join(', '), oneOf(category))
      .option('--namespace <path>', 'where it is filed')
      .option('--priority <name>', priority.options.join(', '), oneOf(priority))
      .option('--importance <1..10>', 'its weight', wholeNumber(10))
      .option('--tag <tag>', 'replaces all its tags; repeatable', several(text))
      .option('--expires <time>', 'until when it holds; "" for good')
      .hook('preAction', readTimes)
      .action(async (id, given) => {
        if (Object.keys(given).length === 0) throw cliError('usage', 'nothing to change was given');
        const { tag: tags, type: memoryType, title, expires, ...fields } = given;
        const cleared = { ...(title === '' && { title: null }), ...(expires === '' && { expiresAt: null }) };
        await change(id, { ...fields, title, tags, memoryType, expiresAt: expires, ...cleared });
      }),
    new Command('pin')
      .description('Pin a memory, so that it never fades and is always considered')
      .argument('<id>')
      .action((id) => change(id, { pinned: true })),
    new Command('unpin')
      .description('Remove the pin')
      .argument('<id>')
      .action((id) => change(id, { pinned: false })),
    new Command('undo')
      .description('Undo the last change of a memory, or the one with this number in its history')
      .argument('<id>')
      .argument('[change]', 'its number in the history', wholeNumber(999_999_999))
      .action((id, event) => change(id, { event }, ['POST', '/undo'])),
    new Command('restore')
      .description('Make an invalid memory valid again, and undo what replaced it')
      .argument('<id>')
      .action((id) => change(id, {}, ['POST', '/restore'])),
  ];
}
