import { Command } from '@commander-js/extra-typings';
import type { ShownProject } from '@devai/fastify/protocol/projects';
import { cliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { listCommand } from './list-command.ts';
import { distance } from '../terminal/written.ts';
import { wholeNumber } from './filter-options.ts';

/** `memory projects`: lists projects, and changes, archives or erases one. */
export const createProjects = (context: Context) =>
  listCommand('projects')
    .description('List projects, last active first.')
    .option('--archived', 'include archived projects')
    .action(async (query) => {
      const { projects } = await context.ask('GET /api/projects', { query });
      await context.output.answer(projects, (all) => all.map(viewRow));
    })
    .addCommand(
      new Command('show')
        .description('Show a project')
        .argument('<id>')
        .action((id) => context.answer('GET /api/project/:id', { path: { id } }, viewProject)),
    )
    .addCommand(
      new Command('set')
        .description('Change the name, description or settings of a project; "" removes a value')
        .argument('<id>')
        .option('--name <name>', 'name to show instead of the id')
        .option('--description <text>', 'what the project is about')
        .option(
          '--memory-budget <n>',
          'maximum number of memories; consolidation archives the rest',
          wholeNumber(100_000_000),
        )
        .option('--context-days <n>', 'days to keep contexts', wholeNumber(3_650))
        .action(async (id, given) => {
          if (Object.keys(given).length === 0) throw cliError('usage', 'name at least one change');
          const { name, description, memoryBudget, contextDays } = given;
          const json = {
            name: name === '' ? null : name,
            description: description === '' ? null : description,
            settings: {
              memoryBudget: memoryBudget === undefined ? undefined : { memories: memoryBudget },
              contextDays,
            },
          };
          await context.answer('PUT /api/project/:id', { path: { id }, json }, viewProject);
        }),
    )
    .addCommand(archiving(context, 'archive', true, 'Hide a project from lists; nothing is erased'))
    .addCommand(archiving(context, 'unarchive', false, 'Show an archived project in lists again'))
    .addCommand(
      new Command('delete')
        .description('Erase a project for good: its memories, sessions, documents and topics')
        .argument('<id>')
        .option('--confirm <id>', 'repeat the id instead of answering a question')
        .action(async (id, { confirm }) => {
          const path = { id };
          const project = await context.ask('GET /api/project/:id', { path });
          const isSure =
            confirm !== undefined || (await context.confirm(`Erase ${howMuch(project)} of ${project.id}?`));
          if (!isSure) return;
          const query = { confirm: confirm ?? project.id };
          await context.answer('DELETE /api/project/:id', { path, query }, (gone) => gone);
        }),
    );

const archiving = (context: Context, name: string, archived: boolean, what: string) =>
  new Command(name)
    .description(what)
    .argument('<id>')
    .action((id) =>
      context.answer('PUT /api/project/:id', { path: { id }, json: { archived } }, viewProject),
    );

const howMuch = ({ memories, sessions, documents }: ShownProject): string =>
  `${memories} memories, ${sessions} sessions and ${documents} documents`;

const viewRow = ({ id, name, memories, sessions, documents, lastActiveAt, archivedAt }: ShownProject) => ({
  id,
  name: name === id ? '' : name,
  memories,
  sessions,
  documents,
  'last active': lastActiveAt === null ? '' : distance(lastActiveAt),
  archived: archivedAt === null ? '' : distance(archivedAt),
});

const viewProject = (project: ShownProject) => ({
  ...viewRow(project),
  description: project.description,
  workspace: project.workspacePath,
  settings: Object.keys(project.settings).length === 0 ? null : JSON.stringify(project.settings),
});
