import { Command } from '@commander-js/extra-typings';
import { shownMemory } from '@devai/api/protocol/memory';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { oneOf, several, text, wholeNumber } from './filter-options.ts';
import { fullId } from './full-id.ts';
import { renderMemory } from './show.ts';

export const reason = 'by the user, with the command line tool';

const { priority } = shownMemory.shape;

export const edit = (context: Context) =>
  new Command('edit')
    .description('Change the given fields of a memory; its history keeps the old values')
    .argument('<id>')
    .option('--content <text>', 'what it says')
    .option('--title <text>', 'its short form; "" removes it')
    .option('--namespace <path>', 'where it is filed')
    .option('--priority <name>', priority.options.join(', '), oneOf(priority))
    .option('--importance <1..10>', 'its weight', wholeNumber(10))
    .option('--tag <tag>', 'replaces all its tags; repeatable', several(text))
    .action(async (given, { content, title, namespace, priority: rank, importance, tag }) => {
      const change = {
        content,
        namespace,
        priority: rank,
        importance,
        tags: tag,
        title: title === '' ? null : title,
      };
      if (Object.values(change).every((value) => value === undefined)) {
        throw cliError('usage', 'nothing to change was given');
      }
      await put(context, given, change);
    });

export const pin = (context: Context) =>
  new Command('pin')
    .description('Pin a memory, so that it never fades and is always considered')
    .argument('<id>')
    .action((given) => put(context, given, { pinned: true }));

export const unpin = (context: Context) =>
  new Command('unpin')
    .description('Remove the pin')
    .argument('<id>')
    .action((given) => put(context, given, { pinned: false }));

export const restore = (context: Context) =>
  new Command('restore')
    .description('Make an invalid memory valid again, and undo what replaced it')
    .argument('<id>')
    .action(async (given) => {
      const path = `/api/memory/${await fullId(context, 'memory', given)}/restore`;
      context.output.answer(
        await context.ask(shownMemory, ['POST', path], { json: { reason } }),
        renderMemory,
      );
    });

async function put(context: Context, given: string, change: object): Promise<void> {
  const path = `/api/memory/${await fullId(context, 'memory', given)}`;
  const json = { ...change, reason };
  context.output.answer(await context.ask(shownMemory, ['PUT', path], { json }), renderMemory);
}
