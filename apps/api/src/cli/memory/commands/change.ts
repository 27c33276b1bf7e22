import { priorities } from '@devai/memory';
import { z } from 'zod';
import { shownMemory } from '../../../protocol/memory.ts';
import { ask } from '../ask.ts';
import type { Command, Context } from '../command.ts';
import { wholeNumber } from '../filter-options.ts';
import { fullMemoryId } from '../full-id.ts';
import { usage } from '../parse-command.ts';
import { renderMemory } from './show.ts';

const reason = 'by the user, with the command line tool';

export const edit: Command = {
  name: 'edit',
  words: '<id>',
  summary: 'changes what is given of a memory; all else stays, and its history keeps how it was',
  options: {
    content: { kind: 'text', value: '<text>', help: 'what it says' },
    title: { kind: 'text', value: '<text>', help: 'its short form; "" takes it away' },
    namespace: { kind: 'text', value: '<path>', help: 'where it is filed' },
    priority: {
      kind: 'text',
      value: '<name>',
      help: priorities.join(', '),
      schema: z.enum(priorities, { error: `must be one of ${priorities.join(', ')}` }),
    },
    importance: {
      kind: 'text',
      value: '<1..10>',
      help: 'how much it weighs',
      schema: wholeNumber(10),
    },
    tag: { kind: 'text', value: '<tag>', help: 'all its tags from now on', several: true },
  },
  counts: [1, 1],
  async run(context) {
    const { options } = context;
    const title = options.text('title');
    const importance = options.text('importance');
    const tags = options.texts('tag');
    const change = Object.entries({
      content: options.text('content'),
      title: title === '' ? null : title,
      namespace: options.text('namespace'),
      priority: options.text('priority'),
      importance: importance === undefined ? undefined : Number(importance),
      tags: tags.length === 0 ? undefined : tags,
    }).filter(([, value]) => value !== undefined);
    if (change.length === 0) throw usage(edit, 'nothing to change was given');
    await put(context, Object.fromEntries(change));
  },
};

export const pin: Command = {
  name: 'pin',
  words: '<id>',
  summary: 'pins a memory: it never fades and is always considered',
  options: {},
  counts: [1, 1],
  run: (context) => put(context, { pinned: true }),
};

export const unpin: Command = {
  name: 'unpin',
  words: '<id>',
  summary: 'takes the pin away',
  options: {},
  counts: [1, 1],
  run: (context) => put(context, { pinned: false }),
};

export const restore: Command = {
  name: 'restore',
  words: '<id>',
  summary: 'makes a memory valid again and undoes what took its place',
  options: {},
  counts: [1, 1],
  async run({ words: [given = ''], connect, output, signal }) {
    const api = await connect();
    const id = await fullMemoryId(api, given, signal);
    const path = `/api/memory/${id}/restore`;
    output.answer(await ask(api, shownMemory, ['POST', path], { json: { reason }, signal }), renderMemory);
  },
};

async function put({ words: [given = ''], connect, output, signal }: Context, change: object): Promise<void> {
  const api = await connect();
  const id = await fullMemoryId(api, given, signal);
  const json = { ...change, reason };
  output.answer(await ask(api, shownMemory, ['PUT', `/api/memory/${id}`], { json, signal }), renderMemory);
}
