import { Command } from '@commander-js/extra-typings';
import type { ShownTopic } from '@devai/fastify/protocol/server';
import type { Context } from '../context.ts';
import { listCommand } from './list-command.ts';
import { projectHelp, text } from './filter-options.ts';

export const createFocus = (context: Context) =>
  listCommand('focus')
    .description('Show the topics of recent work, strongest first')
    .option('--project <name>', projectHelp)
    .action(async (query) => {
      const { topics } = await context.ask('GET /api/focus', { query });
      await context.output.answer(topics, (all) => all.map(viewTopic));
    })
    .addCommand(
      new Command('clear')
        .description('Remove one topic, or all of them, from recent focus; memories stay')
        .argument('[topic]', 'name of the topic', text)
        .option('--project <name>', projectHelp)
        .action(async (topic, { project }) => {
          const query = { project, topic };
          const { cleared } = await context.ask('DELETE /api/focus', { query });
          await context.output.answer(cleared, (all) => ({ removed: all.map((one) => one.topic) }));
        }),
    );

const viewTopic = ({ topic, strength, sessions, lastTouchedAt, files }: ShownTopic) => ({
  topic,
  strength,
  sessions,
  touched: new Date(lastTouchedAt),
  files: files.join(', '),
});
