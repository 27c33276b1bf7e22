import { Command } from '@commander-js/extra-typings';
import { savedMemory, shownMemory } from '@devai/api/protocol/memory';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import type { Route } from '../server/api.ts';
import { oneOf, projectHelp, readTimes, several, text, wholeNumber } from './filter-options.ts';
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
    new Command('add')
      .description('Remember a statement, as the user states it')
      .argument('<text>', 'in quotes', text)
      .option('--project <name>', projectHelp)
      .option('--category <name>', category.options.join(', '), oneOf(category))
      .option('--set <name=value>', 'a detail, such as status=todo; repeatable', several(text))
      .option('--tag <tag>', 'repeatable', several(text))
      .action(async (content, { set = [], tag: tags, ...fields }) => {
        const metadata = Object.fromEntries(set.map(detailOf));
        const json = { content, ...fields, tags, metadata, reason };
        const saved = await context.ask(savedMemory, ['POST', '/api/memory/save'], { json });
        await context.output.answer(saved, ({ memory }) => viewMemory(memory));
      }),
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
      .option(
        '--set <name=value>',
        'a detail, such as status=done; without a value it is removed; repeatable',
        several(text),
      )
      .option('--expires <time>', 'until when it holds; "" for good')
      .hook('preAction', readTimes)
      .action(async (id, given) => {
        if (Object.keys(given).length === 0) throw cliError('usage', 'nothing to change was given');
        const { tag: tags, type: memoryType, title, expires, set, ...fields } = given;
        const cleared = { ...(title === '' && { title: null }), ...(expires === '' && { expiresAt: null }) };
        const metadata = set && Object.fromEntries(set.map(detailOf));
        await change(id, { ...fields, title, tags, memoryType, metadata, expiresAt: expires, ...cleared });
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

/** `status=done` as a detail; JSON as what it is, other text as text, nothing as null. */
function detailOf(given: string): [string, unknown] {
  const at = given.indexOf('=');
  if (at < 1) throw cliError('usage', `--set ${given}: needs a name and a value, such as status=done`);
  const value = given.slice(at + 1);
  if (value === '') return [given.slice(0, at), null];
  try {
    return [given.slice(0, at), JSON.parse(value)];
  } catch {
    return [given.slice(0, at), value];
  }
}
