import { beforeAll, describe, expect, it } from 'vitest';
import type { Memory } from '../memory.ts';
import { openWorld, project } from '../../testing/open-world.ts';

/** Told on 10 February 2026, a Tuesday. */
const dentist = 'the dentist is on 6 March';
const holiday = 'Anna macht vom 2. bis 20. Mai Urlaub';
const kamal = 'since October the shop is deployed with Kamal';
const freeze = 'bis Freitag (2026-03-13) wird nicht deployt';
const lease = 'the lease of the van was signed with Hoffmann';
const told = [dentist, holiday, kamal, freeze, lease];

describe('a memory of a time', () => {
  const world = openWorld(null, { once: true });
  let memory: Memory;

  beforeAll(async () => {
    memory = await world.openMemory({ timeZone: 'Europe/Berlin' });
    await world.setNow(new Date('2026-02-10T09:00:00Z'));
    for (const content of told) await memory.remember({ content, project, category: 'component' });
    // a Monday
    await world.setNow(new Date('2026-03-02T09:00:00Z'));
  });

  const ask = async (text: string) => {
    const { block, memories } = await memory.recall({ text, project, preview: true, standingTokens: 0 });
    return { memories, found: told.filter((content) => block.includes(content)) };
  };

  it.each([
    ["What's on 6 March?", dentist],
    ['What do I have on Friday?', dentist],
    ["What's on this Friday?", dentist],
    ["What's on in March?", dentist],
    ['What have we got this week?', dentist],
    ['Was ist am 6.3. los?', dentist],
    ['วันที่ 6 มีนาคม มีอะไร', dentist],
    ["What's on 12 May?", holiday],
    ['Was ist im Mai?', holiday],
    ['What happened in October?', kamal],
    ['Was ist am 13. März?', freeze],
  ])('comes when that time is asked for: %s', async (text, content) => {
    const { memories, found } = await ask(text);
    expect(found).toContain(content);
    const { reason } = memories.find((one) => one.memory.content === content) ?? {};
    expect(reason).toContain('of the time asked for');
  });

  it.each([
    ["What's on 5 March?"],
    ["What's on 7 March?"],
    ['What do I have on Saturday?'],
    ['Was ist morgen?'],
    ['What is on today?'],
    ["What's next Monday?"],
    ["What's on in June?"],
  ])('does not come for another, nor does all that is true since or until some time: %s', async (text) => {
    const { memories } = await ask(text);
    const injected = memories.filter((one) => one.injected && one.reason.includes('of the time asked for'));
    expect(injected).toEqual([]);
  });

  it('comes before what is true since some time', async () => {
    const { memories } = await ask('Was ist am 12. Mai mit dem Shop?');
    const scores = new Map(memories.map(({ memory: { content }, score }) => [content, score]));
    expect(scores.get(holiday)).toBeGreaterThan(0);
    const without = await ask('Was ist mit dem Shop?');
    const before = without.memories.find((one) => one.memory.content === kamal)?.score ?? 0;
    expect((scores.get(kamal) ?? 0) - before).toBeLessThan(0.15);
  });

  it('shows its time only where its text does not tell it', async () => {
    const { block } = await memory.recall({ text: "What's on 6 March?", project, standingTokens: 0 });
    expect(block).toContain(`- ${dentist}`);
    const held = {
      holdsFrom: new Date('2026-05-31T22:00:00Z'),
      holdsUntil: new Date('2026-06-01T22:00:00Z'),
    };
    await memory.remember({ content: 'the fair of the bakers', project, category: 'component', ...held });
    const asked = await memory.recall({ text: "What's on 1 June?", project, standingTokens: 0 });
    expect(asked.block).toContain('- (holds 2026-06-01) the fair of the bakers');
  });
});
