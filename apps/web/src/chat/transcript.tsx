import { useContexts, useServer } from '@devai/react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useConnectModel } from '../model/connect-model.tsx';
import { Empty } from '../parts/states.tsx';
import { useTell } from '../parts/toasts.tsx';
import { Approval } from './approval.tsx';
import { useChatContext } from './chat-provider.tsx';
import { Latest } from './latest.tsx';
import { Starters } from './starters.tsx';
import { TemporaryGone } from './temporary.tsx';
import { TurnView } from './turn-view.tsx';
import { useEnd } from './use-end.ts';
import { useNamedMessage } from './use-named-message.ts';
import { useSelectedText } from './use-selected-text.ts';
import { useStillness } from './use-stillness.ts';
import { WholeAnswer } from './whole-answer.tsx';

const RememberBar = lazy(() => import('./remember-bar.tsx'));

type TranscriptProps = {
  onAnswered: () => void;
  /** The user wants to write a message anew. */
  onEdit: (text: string) => void;
  onNew: () => void;
  onTemporary: () => void;
  /** Another chat was begun. */
  onBegun: () => void;
  /** The user wants to begin with a text. */
  onStart: (text: string) => void;
};

/** What was said in the session, and what waits for the user's approval. `onAnswered`: the user gave it, or refused. */
export function Transcript({
  onAnswered,
  onBegun,
  onEdit,
  onNew,
  onStart,
  onTemporary,
}: TranscriptProps): ReactNode {
  const { turns, approvals, approve, session, connection, from, busy, problem, send, isTemporary, isGone } =
    useChatContext();
  const isMissing = connection === 'refused' && problem?.code === 'not_found';
  const { data: contexts = [] } = useContexts({ session: isTemporary ? null : (session?.session ?? null) });
  const place = useRef<HTMLDivElement>(null);
  const selected = useSelectedText(place);
  const { onScroll, leaveEnd, toEnd, isAway: isAwayFromEnd } = useEnd(place, session?.session);
  useStillness(place, turns[0]?.key);
  const marked = useNamedMessage(place, leaveEnd);
  return (
    <>
      {/* the answer is read out when it is whole, not word by word */}
      <div
        ref={place}
        className="transcript"
        role="log"
        aria-live="off"
        aria-label="Messages"
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className="turns">
          {from > 0 && <Earlier place={place} />}
          {turns.length === 0 && connection !== 'refused' && !isGone && (
            <Empty title={connection === 'connecting' ? 'Connecting …' : 'What are you working on?'}>
              {isTemporary ? (
                <p>Ask what you like. When you leave, nothing of it is left.</p>
              ) : (
                <>
                  <p>
                    Say it in your words. What is worth keeping is remembered, and comes back when it matters;
                    “remember this: …” keeps a sentence at once. Of a{' '}
                    <button type="button" className="link" onClick={onTemporary}>
                      temporary chat
                    </button>{' '}
                    nothing is kept.
                  </p>
                  <NoModel />
                  <Starters onChoose={onStart} />
                </>
              )}
            </Empty>
          )}
          {isMissing && !isTemporary && (
            <Empty title="This conversation is not here">
              <p>
                It may have been deleted, or the link may be incomplete. Your other conversations are kept.
              </p>
              <Link to="/chat/{-$session}" params={{}} onClick={() => onNew()}>
                Begin a new chat
              </Link>
            </Empty>
          )}
          {turns.map((turn, index) => (
            <TurnView
              key={turn.key}
              turn={turn}
              session={session?.session ?? ''}
              isAway={connection !== 'connected'}
              isQueued={turns[index - 1]?.end === null}
              waits={approvals.filter((one) => one.turn === turn.id).map(({ call }) => call)}
              mayAskAgain={!busy && connection !== 'refused' && turn === turns.at(-1)}
              onAgain={send}
              onEdit={onEdit}
              marked={marked?.turn === turn.key ? marked.part : null}
              contexts={contexts.filter(
                (context) =>
                  (turn.id !== null && context.turn === turn.id) ||
                  (context.question !== null && context.question === turn.question?.number),
              )}
            />
          ))}
          {(isGone || (isMissing && isTemporary)) && <TemporaryGone onBegun={onBegun} />}
          {approvals.map((request) => (
            <Approval
              key={request.id}
              request={request}
              onAnswer={(answer) => {
                approve(answer);
                onAnswered();
              }}
            />
          ))}
        </div>
      </div>
      <Latest turns={turns} isAway={isAwayFromEnd} onGo={toEnd} />
      <WholeAnswer />
      {selected !== null && !isTemporary && (
        <Suspense>
          <RememberBar text={selected} />
        </Suspense>
      )}
    </>
  );
}

/** Says that no model answers, to whoever may connect one. */
function NoModel(): ReactNode {
  const { data: server } = useServer();
  const connect = useConnectModel();
  return connect === null || server?.offline !== true ? null : (
    <p>
      No language model answers yet: what you say is noted and shown when you ask.{' '}
      <button type="button" className="link" onClick={connect}>
        Connect a model
      </button>
    </p>
  );
}

/** Shows messages before those that are shown. */
function Earlier({ place }: { place: React.RefObject<HTMLDivElement | null> }): ReactNode {
  const { showEarlier } = useChatContext();
  const tell = useTell();
  const [isLoading, setLoading] = useState(false);
  const isBusy = useRef(false);
  useEffect(
    () => () => {
      // the button is gone, and the focus with it
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
    },
    [place],
  );
  const load = async (): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setLoading(true);
    try {
      await showEarlier();
    } catch (error) {
      tell(
        `Earlier messages could not be loaded: ${error instanceof Error ? error.message : String(error)}`,
        true,
      );
    }
    isBusy.current = false;
    setLoading(false);
  };
  // who scrolls up to what is shown first wants what came before; the button is for the keyboard
  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    let top = current.scrollTop;
    const onScroll = (): void => {
      const isUpward = current.scrollTop < top;
      top = current.scrollTop;
      if (isUpward && top < current.clientHeight / 2) void latest.current();
    };
    current.addEventListener('scroll', onScroll, { passive: true });
    return () => current.removeEventListener('scroll', onScroll);
  }, [place]);
  return (
    <button type="button" aria-disabled={isLoading} onClick={() => void load()}>
      {isLoading ? 'Loading …' : 'Show earlier messages'}
    </button>
  );
}
