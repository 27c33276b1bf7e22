import {
  askedNoModel,
  useContextDetail,
  useSessionChoices,
  type ContextSection,
  type SessionChoice,
} from '@devai/react';
import { Link } from '@tanstack/react-router';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { FactsList } from '../parts/facts-list.tsx';
import { count, dollars, figure } from '../parts/figures.ts';
import { MessageLink } from '../parts/message-link.tsx';
import { moment } from '../parts/moment.tsx';
import { Loaded } from '../parts/states.tsx';
import { useTellOutcome } from '../parts/toasts.tsx';
import { ChangedItems } from './changed-items.tsx';
import { Comparison } from './comparison.tsx';
import { Preview } from './preview.tsx';
import { SectionView } from './section-view.tsx';
import { TokenBar } from './token-bar.tsx';

type Detail = ReturnType<typeof useContextDetail>;
type Shown = NonNullable<Detail['context']['data']>;

/** One request: its sections with reasons, a preview of the next one, a comparison with others, and a replay. */
export function ContextDetail({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const { context, replay } = useContextDetail(id);
  return (
    <section aria-label="Request" className="detail" key={id}>
      <button type="button" className="back" autoFocus onClick={onClose}>
        <ArrowLeftIcon /> All requests
      </button>
      <Loaded of={context} what="the request">
        {context.data && (
          <>
            <h2>What the model saw</h2>
            <Facts context={context.data} />
            <TokenBar
              sections={context.data.sections}
              budget={context.data.budget}
              prefix={context.data.prefix}
            />
            {[...context.data.degraded, ...context.data.missing].map((note) => (
              <p key={note} className="banner">
                {note}
              </p>
            ))}
            <Sections context={context.data} />
            <h2>The next request</h2>
            <p className="hint">
              For a message in the same session. What you pin or exclude above counts from the next message
              on.
            </p>
            <Preview session={context.data.sessionId} question={questionOf(context.data)} />
            <h2>What changed</h2>
            <Comparison id={id} session={context.data.sessionId} />
            <h2>Replay</h2>
            <Replay replay={replay} />
          </>
        )}
      </Loaded>
    </section>
  );
}

const questionOf = ({ messages }: Shown): string =>
  messages.findLast(({ role }) => role === 'user')?.content.slice(0, 4_000) ?? '';

const ends = { reply: 'with an answer', failed: 'it failed', cancelled: 'it was cancelled' };

function Facts({ context }: { context: Shown }): ReactNode {
  const { createdAt, model, usage, cost, end, step, question, sessionId, hash } = context;
  const facts: [string, ReactNode][] = [
    ['Sent', `${moment(createdAt)}, step ${step} of its turn`],
    ['To', model === null || askedNoModel(context) ? 'no model' : model],
    ['Ended', ends[end]],
  ];
  if (usage && usage.inputTokens > 0) {
    const billed = `${count(usage.inputTokens, 'token')} read (${figure(usage.cachedTokens)} from the cache), ${figure(usage.outputTokens)} written`;
    facts.push(['Billed', cost === null ? billed : `${billed}, ${dollars(cost)}`]);
  }
  facts.push(
    [
      'Session',
      question === null ? (
        <Link key="session" to="/chat/{-$session}" params={{ session: sessionId }}>
          open it
        </Link>
      ) : (
        <MessageLink key="session" session={sessionId} number={question}>
          message {question} of this chat
        </MessageLink>
      ),
    ],
    ['Hash', <code key="hash">{hash.replace('sha256:', '').slice(0, 12)}</code>],
  );
  return <FactsList facts={facts} />;
}

function Sections({ context: { sections, messages, sessionId } }: { context: Shown }): ReactNode {
  const { choices, choose } = useSessionChoices({ session: sessionId });
  const tellOutcome = useTellOutcome();
  const isChosen = ({ list, item }: SessionChoice): boolean =>
    (choices.data?.[list] ?? []).some((one) => one === item);
  const change = (choice: SessionChoice, chosen: boolean): void =>
    tellOutcome(choose.mutateAsync({ ...choice, chosen }));
  const parts = partsOf(sections, messages);
  return (
    <div>
      {sections.map((section, index) => (
        <SectionView
          key={section.type}
          {...{ section, index, isChosen }}
          messages={parts.get(section.type) ?? []}
          choose={change}
        />
      ))}
    </div>
  );
}

/**
 * Groups the messages by the section that shows them. Sections show system messages as their own text. The summary and
 * pinned messages are sent within the conversation, which shows them.
 */
function partsOf(sections: ContextSection[], messages: Shown['messages']): Map<string, Shown['messages']> {
  const said = messages.filter(({ role }) => role !== 'system');
  const parts = new Map<string, Shown['messages']>();
  let end = said.length;
  for (const { type, messages: numbers } of sections.filter(({ zone }) => zone === 'turn').toReversed()) {
    parts.set(type, said.slice(Math.max(0, end - numbers.length), end));
    end -= numbers.length;
  }
  const earlier = sections.filter(({ zone }) => zone === 'history');
  const place = earlier.find(({ type }) => type === 'history') ?? earlier.at(-1);
  if (place) parts.set(place.type, said.slice(0, Math.max(0, end)));
  return parts;
}

function Replay({ replay }: { replay: Detail['replay'] }): ReactNode {
  const { data, error, isPending, mutate } = replay;
  return (
    <>
      <p className="hint">The request is assembled again from what was kept, and compared by its hash.</p>
      <div className="actions">
        <button type="button" disabled={isPending} onClick={() => mutate()}>
          {isPending ? 'Assembling …' : 'Replay'}
        </button>
      </div>
      {error && (
        <p className="failure" role="alert">
          {error.message}
        </p>
      )}
      {data && (
        <div role="status">
          <p className={data.same ? 'verdict same' : 'verdict'}>
            {data.same ? 'The same: this is what the model saw.' : 'It is no longer the same.'}
          </p>
          {data.differences.map(({ section, reason }) => (
            <p key={section + reason} className="hint">
              {section}: {reason}
            </p>
          ))}
          {data.drift !== null && (
            <p className="hint">
              {data.drift.length === 0
                ? 'A search finds the same today.'
                : `A search today differs in ${count(data.drift.length, 'item')}:`}
            </p>
          )}
          {data.drift !== null && data.drift.length > 0 && (
            <ChangedItems items={data.drift} label="Found otherwise today" before="Then" after="Today" />
          )}
        </div>
      )}
    </>
  );
}
