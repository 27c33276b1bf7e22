import type { ApprovalRequest, Chat } from '@devai/react';
import { useState, type ReactNode } from 'react';

type ApprovalProps = { request: ApprovalRequest; onAnswer: Chat['approve'] };

/** What an agent wants to do, with what it would change, and the user's answer, which is given once. */
export function Approval({ request, onAnswer }: ApprovalProps): ReactNode {
  const { id, agent, tool, risk, why, preview, covers, inWords = false } = request;
  const [note, setNote] = useState('');
  const [isAnswered, setAnswered] = useState(false);
  const answer = (decision: 'once' | 'session' | 'deny') => () => {
    setAnswered(true);
    onAnswer({ id, decision, note: note.trim() === '' ? undefined : note.trim() });
  };
  return (
    <section className={`approval ${risk}`} aria-label={`${agent} asks for your approval`} role="alert">
      <h2>
        {inWords ? (
          'Shall this be erased?'
        ) : (
          <>
            {agent} wants to use <code>{tool}</code>
          </>
        )}
      </h2>
      {why !== '' && <p dir="auto">{why}</p>}
      <Preview text={preview.trimEnd()} />
      {!inWords && (
        <>
          <p>
            Always: {covers === 'tool' ? `all that ${agent} does with ${tool}` : 'this same call again'}, in
            this session.
          </p>
          <label>
            Note to the agent (optional)
            <input
              value={note}
              maxLength={2_000}
              dir="auto"
              onChange={({ target }) => setNote(target.value)}
            />
          </label>
        </>
      )}
      <div className="actions">
        <button type="button" className="primary" disabled={isAnswered} onClick={answer('once')}>
          {inWords ? 'Yes' : 'Allow'}
        </button>
        {!inWords && (
          <button type="button" disabled={isAnswered} onClick={answer('session')}>
            Always in this session
          </button>
        )}
        <button type="button" disabled={isAnswered} onClick={answer('deny')}>
          {inWords ? 'No' : 'Refuse'}
        </button>
      </div>
      {isAnswered && <p className="hint">Your answer is on its way.</p>}
    </section>
  );
}

/** A diff with its lines marked, or another text, a command. */
function Preview({ text }: { text: string }): ReactNode {
  const isDiff = /^@@ /m.test(text);
  return (
    <pre tabIndex={0} role="region" aria-label="What it would do" dir="ltr">
      {text.split('\n').map((line, index) => (
        <span key={index} className={isDiff ? kindOf(line) : undefined}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

/** Of a line of a diff without a header. */
function kindOf(line: string): string | undefined {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return undefined;
}
