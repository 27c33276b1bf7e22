import type { Session, UserMemory } from '@devai/memory';
import type { createAccessChecks } from './access-checks.ts';
import { filled } from './shown-page.ts';

type ContextOf = Awaited<ReturnType<UserMemory['contexts']['list']>>[number];

/** Sessions and contexts as `allowedMemory` says. */
export function allowedConversations(
  memory: UserMemory,
  checks: ReturnType<typeof createAccessChecks>,
): Pick<UserMemory, 'sessions' | 'contexts'> {
  const { sessions, contexts } = memory;
  const { isAllowed, inProject, withoutNotes, requireMemory, findSession, requireSession, requireContext } =
    checks;
  return {
    sessions: {
      flush: sessions.flush,
      async open(input) {
        await requireSession(input.id);
        return sessions.open(inProject(input));
      },
      get: findSession,
      list: (query) =>
        filled(
          query?.limit,
          (limit, last: Session | undefined) =>
            sessions.list({ ...inProject(query ?? {}), limit, ...(last && { before: last.lastActiveAt }) }),
          isAllowed,
        ),
      async update(id, change) {
        await requireSession(id);
        return sessions.update(id, change);
      },
      async setState(id, key, value) {
        await requireSession(id);
        return sessions.setState(id, key, value);
      },
      async append(session, ...rest) {
        await requireSession(session.id);
        return sessions.append(inProject(session), ...rest);
      },
      async renewTurn(id, holder) {
        await requireSession(id);
        return sessions.renewTurn(id, holder);
      },
      async messages(id, ...rest) {
        await requireSession(id);
        return sessions.messages(id, ...rest);
      },
      async pinned(id, through) {
        await requireSession(id);
        return sessions.pinned(id, through);
      },
      async pin(id, ...rest) {
        await requireSession(id);
        return sessions.pin(id, ...rest);
      },
      async forgetMessage(id, ...rest) {
        await requireSession(id);
        return sessions.forgetMessage(id, ...rest);
      },
      async delete(id, actor) {
        await requireSession(id);
        return sessions.delete(id, actor);
      },
      async end(id, options) {
        await requireSession(id);
        return sessions.end(id, options);
      },
      async extract(id) {
        await requireSession(id);
        return sessions.extract(id);
      },
      async extractFrom(input) {
        if (input.sessionId !== undefined) await requireSession(input.sessionId);
        return sessions.extractFrom(inProject(input));
      },
      related: async (input) => sessions.related(inProject(input)),
      async handoff(from, input) {
        await requireSession(from);
        return sessions.handoff(from, input);
      },
    },

    contexts: {
      read: async (input) => contexts.read(withoutNotes(input)),
      gather: async (input) => contexts.gather(withoutNotes(input)),
      assemble: contexts.assemble,
      async keep(context, sent) {
        await requireSession(sent.sessionId);
        return contexts.keep(context, inProject(sent));
      },
      flush: contexts.flush,
      list: (query) =>
        filled(
          query?.limit,
          (limit, last: ContextOf | undefined) =>
            contexts.list({ ...inProject(query ?? {}), limit, ...(last && { before: last.createdAt }) }),
          isAllowed,
        ),
      get: requireContext,
      async diff(before, after) {
        await requireContext(before);
        await requireContext(after);
        return contexts.diff(before, after);
      },
      async replay(id, options) {
        await requireContext(id);
        return contexts.replay(id, options);
      },
      async choices(id) {
        await requireSession(id);
        return contexts.choices(id);
      },
      async chooseMemories(id, list, ids, chosen) {
        await requireSession(id);
        for (const one of ids) await requireMemory(one, 'to read');
        return contexts.chooseMemories(id, list, ids, chosen);
      },
      async hideMessages(id, ...rest) {
        await requireSession(id);
        return contexts.hideMessages(id, ...rest);
      },
      async setShares(id, shares) {
        await requireSession(id);
        return contexts.setShares(id, shares);
      },
    },
  };
}
