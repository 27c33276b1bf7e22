import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServerFrame } from '@devai/fastify/protocol/frames';
import { approvalPolicies, createApprovals, type ApprovalPolicy } from './approvals.ts';

const turn = '00000000-0000-4000-8000-000000000001';
const risks = ['read', 'write', 'execute'] as const;
const never = new AbortController().signal;

type Risk = (typeof risks)[number];
type Called = { agent?: string; input?: string; alwaysAsks?: boolean; risk?: Risk };

describe('a request for approval', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is sent, waits, and is resolved only by the first answer', async () => {
    const { frames, approvals } = openApprovals();
    const asked = approvals.ask(toolOf('run_command'), callOf(), never);
    const [request] = approvals.pending();
    expect(frames).toEqual([{ type: 'approval_request', ...request }]);
    expect(approvals.answer(request?.id ?? '', 'once', 'go on')).toBe(true);
    expect(approvals.answer(request?.id ?? '', 'deny', null)).toBe(false);
    expect(await asked).toEqual({ decision: 'once', note: 'go on', by: 'user' });
    expect(approvals.pending()).toEqual([]);
    expect(frames.at(-1)).toMatchObject({ type: 'approval_resolved', id: request?.id, decision: 'once' });
    expect(approvals.needs(toolOf('run_command'), callOf())).toBe(true);
  });

  it('that no turn waits for is answered by a client or by the next message, once', () => {
    const { frames, approvals } = openApprovals();
    const answers: string[] = [];
    const offer = () => approvals.offer(toolOf('forget'), callOf(), (decision) => answers.push(decision));
    offer();
    const [first] = approvals.pending();
    expect(first).toMatchObject({ tool: 'forget', inWords: true });
    expect(approvals.answer(first?.id ?? '', 'once', null)).toBe(true);
    expect(answers).toEqual(['once']);
    expect(frames.at(-1)).toMatchObject({ type: 'approval_resolved', id: first?.id, decision: 'once' });
    offer();
    const [second] = approvals.pending();
    approvals.settleOffer('deny');
    expect(frames.at(-1)).toMatchObject({ type: 'approval_resolved', id: second?.id, decision: 'deny' });
    expect(approvals.answer(second?.id ?? '', 'once', null)).toBe(false);
    // the user said it themselves
    expect(answers).toEqual(['once']);
    const { length } = frames;
    approvals.settleOffer('once');
    expect(frames).toHaveLength(length);
  });

  it('counts as a no after ten minutes, and when the turn is cancelled', async () => {
    const { approvals } = openApprovals();
    const silent = approvals.ask(toolOf('run_command'), callOf(), never);
    await vi.advanceTimersByTimeAsync(599_999);
    expect(approvals.pending()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await silent).toMatchObject({ decision: 'deny', by: 'timeout' });
    const abort = new AbortController();
    const cancelled = approvals.ask(toolOf('run_command'), callOf(), abort.signal);
    abort.abort();
    expect(await cancelled).toMatchObject({ decision: 'deny', by: 'cancel' });
    expect(await approvals.ask(toolOf('run_command'), callOf(), abort.signal)).toMatchObject({
      by: 'cancel',
    });
  });
});

it.each([
  ['execute', [false, false, true]],
  ['write', [false, true, true]],
  ['none', [false, false, false]],
] as const)('the policy %s asks by the risk', (policy, asked) => {
  const { approvals } = openApprovals(policy);
  expect(risks.map((risk) => approvals.needs(toolOf('x', { risk }), callOf()))).toEqual(asked);
  expect(approvals.needs(toolOf('x', { risk: 'read', alwaysAsks: true }), callOf())).toBe(true);
});

it.each([
  [
    'a tool',
    { alwaysAsks: false },
    'tool',
    { same: false, otherInput: false, otherAgent: true, otherTool: true },
  ],
  [
    'a tool that always asks',
    { alwaysAsks: true },
    'call',
    { same: false, otherInput: true, otherAgent: true, otherTool: true },
  ],
] as const)('allowing %s for the session covers what was shown', async (_, given, covers, asksFor) => {
  const { approvals } = openApprovals();
  const asked = approvals.ask(toolOf('run_command', given), callOf({ input: '"ls"' }), never);
  const [request] = approvals.pending();
  expect(request?.covers).toBe(covers);
  approvals.answer(request?.id ?? '', 'session', null);
  await asked;
  const asks = (name: string, call: Called) => approvals.needs(toolOf(name, given), callOf(call));
  expect({
    same: asks('run_command', { input: '"ls"' }),
    otherInput: asks('run_command', { input: '"rm"' }),
    otherAgent: asks('run_command', { input: '"ls"', agent: 'devo' }),
    otherTool: asks('write_file', { input: '"ls"' }),
  }).toEqual(asksFor);
});

it('no call that needs approval runs without it, whatever is answered in whichever order', async () => {
  const tools = fc.constantFrom('edit_file', 'run_command', 'read_file');
  const riskOf = { edit_file: 'write', run_command: 'execute', read_file: 'read' } as const;
  const step = fc.oneof(
    fc.record({ call: tools }),
    fc.record({ answer: fc.constantFrom('once', 'session', 'deny'), which: fc.nat(4) }),
    fc.constant({ cancel: true as const }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...approvalPolicies),
      fc.array(step, { maxLength: 30 }),
      async (policy, steps) => {
        const { approvals } = openApprovals(policy);
        const ran: { tool: string; decision: string }[] = [];
        /** What the user has said so far, by the tool. */
        const grants = new Set<string>();
        const single = new Map<string, number>();
        const running: Promise<void>[] = [];
        let abort = new AbortController();
        for (const one of steps) {
          if ('call' in one) {
            const tool = one.call;
            const { signal } = abort;
            running.push(
              (async () => {
                const needs = approvals.needs(toolOf(tool, { risk: riskOf[tool] }), callOf());
                const mustAsk =
                  policy !== 'none' &&
                  risks.indexOf(riskOf[tool]) >= risks.indexOf(policy === 'write' ? 'write' : 'execute');
                if (!needs) {
                  expect(!mustAsk || grants.has(tool)).toBe(true);
                  return;
                }
                const { decision } = await approvals.ask(
                  toolOf(tool, { risk: riskOf[tool] }),
                  callOf(),
                  signal,
                );
                if (decision !== 'deny') ran.push({ tool, decision });
              })(),
            );
          } else if ('answer' in one) {
            const request = approvals.pending()[one.which];
            if (request && approvals.answer(request.id, one.answer, null) && one.answer !== 'deny') {
              single.set(request.tool, (single.get(request.tool) ?? 0) + 1);
              if (one.answer === 'session') grants.add(request.tool);
            }
          } else {
            abort.abort();
            abort = new AbortController();
          }
          await Promise.resolve();
        }
        abort.abort();
        await Promise.all(running);
        for (const tool of Object.keys(riskOf)) {
          expect(ran.filter((one) => one.tool === tool)).toHaveLength(single.get(tool) ?? 0);
        }
      },
    ),
    { numRuns: 300 },
  );
});

const toolOf = (name: string, { risk = 'execute', alwaysAsks = false }: Called = {}) => ({
  name,
  risk,
  alwaysAsks,
});

const callOf = ({ agent = 'chapo', input = '{}' }: Called = {}) => ({
  turn,
  call: '1',
  agent,
  arguments: input,
  why: '',
  preview: '$ ls',
});

function openApprovals(policy: ApprovalPolicy = 'execute') {
  const frames: ServerFrame[] = [];
  return { frames, approvals: createApprovals({ policy, emit: (frame) => frames.push(frame) }) };
}
