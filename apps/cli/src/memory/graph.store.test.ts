import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serveCommands } from '../testing/serve-commands.ts';

const { world, run } = serveCommands();

test('graph draws the relations of a memory, and theirs, each on one line', async () => {
  const add = async (content: string) =>
    (await world.server.memory.remember({ content, project: 'taskforge' })).memory.id;
  const [plan, task, file, bug] = [
    await add('the plan'),
    await add(`the task\n\u001b[31mof${' many'.repeat(30)} words`),
    await add('the file'),
    await add('the bug'),
  ];
  const relate = async (relation: Parameters<typeof world.server.memory.memories.relate>[0]) => {
    await world.server.memory.memories.relate(relation);
    await pause(2); // relations are listed in the order of their milliseconds
  };
  await relate({ fromId: task, kind: 'part_of', toId: plan });
  await relate({ fromId: file, kind: 'implements', toId: task });
  await relate({ fromId: bug, kind: 'contradicts', toId: plan });
  await relate({ fromId: plan, kind: 'depends_on', toId: file });
  const short = (id: string) => id.slice(0, 8);

  const { exit, output } = await graph(short(task));
  expect(exit).toBe(0);
  const text = output.split('\n').map((line) => line.replace(/(?: many)+ \w*…$/u, ' …'));
  expect(text).toEqual([
    `${short(task)}  the task [31mof …`,
    `├─ part_of → ${short(plan)}  the plan`,
    `│  ├─ contradicts ← ${short(bug)}  the bug`,
    `│  └─ depends_on → ${short(file)}  the file`,
    `└─ implements ← ${short(file)}  the file`,
    `   └─ depends_on ← ${short(plan)}  the plan`,
    '',
  ]);

  expect((await graph(plan, '--limit', '1')).output.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^├─ part_of ← /u),
    expect.stringMatching(/^│ {2}└─ implements ← /u),
    '└─ … 2 more',
    '',
  ]);
  const json: unknown = JSON.parse((await graph(bug, '--json')).output);
  expect(json).toMatchObject({
    memory: { id: bug },
    relations: [
      {
        ...{ kind: 'contradicts', direction: 'to', memory: { id: plan } },
        ...{ relations: [{ memory: { id: task } }, { memory: { id: file } }], more: 0 },
      },
    ],
    more: 0,
  });
});

test('graph shows only the memory if it has no relations, and fails for an unknown one', async () => {
  const { memory } = await world.server.memory.remember({ content: 'alone', project: 'taskforge' });
  expect((await graph(memory.id)).output).toBe(`${memory.id.slice(0, 8)}  alone\n`);
  expect(await graph('00000000-0000-4000-8000-000000000000')).toMatchObject({ exit: 1 });
});

const graph = (...words: string[]) => run(['memory', 'graph', ...words]);
