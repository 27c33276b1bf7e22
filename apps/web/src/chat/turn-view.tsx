import { askedNoModel, isUnsent, spentOn, type ContextSummary, type Turn } from '@devai/react';
import { Pencil1Icon, ReloadIcon } from '@radix-ui/react-icons';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { Copy } from '../parts/copy.tsx';
import { figure } from '../parts/figures.ts';
import { Parts } from './parts.tsx';
import { Recalled } from './recalled.tsx';
import { SavedNote } from './saved-note.tsx';

const ends: Record<string, string> = {
  cancelled: 'Cancelled.',
  cut: 'It ended before the answer was complete.',
  failed: 'The turn failed.',
  step_limit: 'Stopped: too many steps.',
  interrupted: 'The server stopped in the middle of this turn.',
  refused: 'The server rejected this message.',
};

type TurnViewProps = {
  turn: Turn;
  session: string;
  /** The server cannot be reached. */
  isAway: boolean;
  /** It waits for the end of the turn before it. */
  isQueued: boolean;
  /** Calls that wait for the user's approval. */
  waits: string[];
  mayAskAgain: boolean;
  onAgain: (text: string) => void;
  onEdit: (text: string) => void;
  /** The part that the user came for. */
  marked: 'question' | 'answer' | null;
  /** What the models were sent in this turn. */
  contexts: ContextSummary[];
};

/** A message of the user, and what the agent did about it. */
export const TurnView = memo(
  function TurnView(props: TurnViewProps): ReactNode {
    const { turn, session, isAway, isQueued, waits, mayAskAgain, onAgain, onEdit, marked, contexts } = props;
    const { question, parts, end, saved, errors, waitingFor } = turn;
    // the reason says more than “no reply”
    const isExplained = end?.how === 'failed' && errors.length > 0;
    const reply = parts.findLast((part) => part.kind === 'text' || part.kind === 'handover');
    return (
      <article
        className="turn"
        aria-label={question ? 'A question and its answer' : 'An answer'}
        data-turn={turn.key}
      >
        {question && (
          <>
            <p
              className={marked === 'question' ? 'question marked' : 'question'}
              dir="auto"
              tabIndex={-1}
              data-part="question"
            >
              {question.content}
            </p>
            {end && (
              <div className="deeds own">
                <button
                  type="button"
                  className="icon"
                  aria-label="Edit and send anew"
                  onClick={() => onEdit(question.content)}
                >
                  <Pencil1Icon />
                </button>
                <Copy what="the question" text={() => question.content} />
              </div>
            )}
          </>
        )}
        {saved.map((one) => (
          <SavedNote key={one.id} saved={one} />
        ))}
        <div className={marked === 'answer' ? 'marked' : undefined} tabIndex={-1} data-part="answer">
          <Parts
            parts={isExplained ? parts.filter(({ kind }) => kind !== 'note') : parts}
            turn={{ session, id: turn.id, isOver: end !== null, waits }}
          />
        </div>
        {errors.map(({ message }, index) => (
          <p key={index} className="failure" role="alert">
            {message}
          </p>
        ))}
        <Recalled turn={turn} session={session} />
        {end === null && question && (
          <p className="working" role="status">
            {isUnsent(turn)
              ? isAway
                ? 'not sent yet: it waits for the server'
                : isQueued
                  ? 'waits until this answer is complete'
                  : 'sending …'
              : waitingFor === null
                ? 'working …'
                : `waiting for ${waitingFor} …`}
          </p>
        )}
        {end && (
          <footer>
            {ends[end.how] !== undefined && !isExplained && <span>{ends[end.how]}</span>}
            {question && mayAskAgain && <AskAgain {...{ end, onAgain }} text={question.content} />}
            <div className="deeds">
              {reply && <Copy what="the answer" text={() => reply.text} />}
              <Cost contexts={contexts} />
            </div>
          </footer>
        )}
      </article>
    );
  },
  (before, after) =>
    before.turn === after.turn &&
    before.session === after.session &&
    before.isAway === after.isAway &&
    before.marked === after.marked &&
    before.isQueued === after.isQueued &&
    before.waits.join() === after.waits.join() &&
    before.mayAskAgain === after.mayAskAgain &&
    before.contexts.length === after.contexts.length &&
    before.contexts.every((context, index) => context === after.contexts[index]),
);

/** After a failure it is what a person looks for, so it has words. */
const AskAgain = ({
  text,
  end,
  onAgain,
}: Pick<TurnViewProps, 'onAgain'> & { text: string; end: NonNullable<Turn['end']> }): ReactNode =>
  end.how === 'failed' ? (
    <button type="button" className="link" onClick={() => onAgain(text)}>
      Try again
    </button>
  ) : (
    <div className="deeds">
      <button type="button" className="icon" aria-label="Ask again" onClick={() => onAgain(text)}>
        <ReloadIcon />
      </button>
    </div>
  );

/** Tokens and cost of a turn, over all of its steps. */
function Cost({ contexts }: { contexts: ContextSummary[] }): ReactNode {
  // newest first
  const [last] = contexts;
  if (!last) return null;
  const { read, written, cost } = spentOn(contexts);
  return (
    <Link to="/context" search={{ session: last.sessionId, id: last.id }} title="What the model saw">
      {contexts.every(askedNoModel)
        ? `${figure(read)} tokens, no model was asked`
        : `${figure(read)} tokens read, ${figure(written)} written`}
      {cost !== null && `, $${cost.toFixed(4)}`}
    </Link>
  );
}
