import { useContexts } from '@devai/react';
import { lazy, Suspense, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Empty } from '../parts/states.tsx';
import { Approval } from './approval.tsx';
import { useChatContext } from './chat-provider.tsx';
import { TurnView } from './turn-view.tsx';
import { useSelectedText } from './use-selected-text.ts';

const RememberBar = lazy(() => import('./remember-bar.tsx'));

/** Pixels from the end within which the text that streams is followed. */
const near = 120;

/** What was said in the session, and what waits for the user's word. */
export function Transcript(): ReactNode {
  const { turns, approvals, approve, session, connection, from, showEarlier } = useChatContext();
  const { data: contexts = [] } = useContexts({ session: session?.session ?? null });
  const place = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(true);
  const selected = useSelectedText(place);

  useLayoutEffect(() => {
    const { current } = place;
    if (current && isFollowed.current) current.scrollTop = current.scrollHeight;
  });
  return (
    <>
      <div
        ref={place}
        className="transcript"
        role="log"
        aria-label="Messages"
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isFollowed.current = scrollHeight - scrollTop - clientHeight < near;
        }}
      >
        {from > 0 && (
          <button type="button" onClick={() => void showEarlier()}>
            Show earlier messages
          </button>
        )}
        {turns.length === 0 && (
          <Empty title={connection === 'connecting' ? 'Connecting …' : 'What are you working on?'}>
            <p>
              Say it in your words. What is worth keeping is remembered, and comes back when it matters;
              “remember this: …” keeps a sentence at once.
            </p>
          </Empty>
        )}
        {turns.map((turn) => (
          <TurnView
            key={turn.key}
            turn={turn}
            session={session?.session ?? ''}
            contexts={contexts.filter(
              (context) =>
                (turn.id !== null && context.turn === turn.id) ||
                (context.question !== null && context.question === turn.question?.number),
            )}
          />
        ))}
        {approvals.map((request) => (
          <Approval key={request.id} request={request} onAnswer={approve} />
        ))}
      </div>
      {selected !== null && (
        <Suspense>
          <RememberBar text={selected} />
        </Suspense>
      )}
    </>
  );
}
