import { Command } from '@commander-js/extra-typings';
import type { ShownShared } from '@devai/fastify/protocol/shared';
import type { Context } from '../context.ts';
import { askLines } from '../server/api.ts';
import { listCommand } from './list-command.ts';
import { distance } from '../terminal/written.ts';
import { jsonOrText, projectHelp, text, wholeNumber } from './filter-options.ts';

const keyHelp = 'a key, or "name/*" for all keys that begin with name/';

/** `memory shared`: lists, publishes and watches shared entries. */
export const createShared = (context: Context) =>
  listCommand('shared')
    .description('List what agents share: the newest value of each key.')
    .argument('[key]', keyHelp)
    .option('--project <name>', projectHelp)
    .option('--all', 'include earlier values')
    .option('--limit <n>', 'maximum number', wholeNumber(1_000), 100)
    .action(async (key, { all = false, ...given }) => {
      const query = { ...given, key, latest: !all };
      const { entries } = await context.ask('GET /api/memory/shared', { query });
      await context.output.answer(entries, (list) => list.map(viewEntry));
    })
    .addCommand(
      new Command('publish')
        .description('Publish a value for the agents of a project')
        .argument('<key>', 'name of the value', text)
        .argument('<value>', 'JSON, or text')
        .option('--project <name>', projectHelp)
        .option('--ttl <seconds>', 'how long the value is kept (default: for good)', wholeNumber(315_360_000))
        .action(async (key, value, { ttl, project }) => {
          const json = { key, value: jsonOrText(value), project, ttl, agent: 'user' };
          await context.answer('POST /api/memory/shared', { json }, viewEntry);
        }),
    )
    .addCommand(
      new Command('watch')
        .description('Print values as they are published, until Ctrl-C')
        .argument('[key]', keyHelp)
        .option('--project <name>', projectHelp)
        .option(
          '--since <position>',
          'begin after this position; 0: with the first (default: now)',
          wholeNumber(Number.MAX_SAFE_INTEGER, 0),
        )
        .action(async (key, given) => {
          const api = await context.connect();
          const asking = { query: { ...given, key }, signal: context.signal };
          for await (const { entry } of askLines(api, 'GET /api/memory/shared/watch', asking)) {
            if (entry) await context.output.answer(entry, viewEntry);
          }
        }),
    );

const viewEntry = ({ position, key, value, agent, createdAt, scope }: ShownShared) => ({
  position,
  key,
  value: typeof value === 'string' ? value : JSON.stringify(value),
  by: agent,
  when: distance(createdAt),
  project: scope.split('/')[2] ?? '',
});
