import type { ApprovalRequest, Chat } from '@devai/react';
import { useState, type ReactNode } from 'react';

type ApprovalProps = { request: ApprovalRequest; onAnswer: Chat['approve'] };

/** What an agent wants to do, with what it would change, and the user's answer. */
export function Approval({ request, onAnswer }: ApprovalProps): ReactNode {
  const { id, agent, tool, risk, why, preview, covers } = request;
  const [note, setNote] = useState('');
  const answer = (decision: 'once' | 'session' | 'deny') => () =>
    onAnswer({ id, decision, note: note.trim() === '' ? undefined : note.trim() });
  return (
    <section className={`approval ${risk}`} aria-label={`${agent} asks for your approval`} role="alert">
      <h2>
        {agent} wants to use <code>{tool}</code>
      </h2>
      {why !== '' && <p dir="auto">{why}</p>}
      <pre tabIndex={0} role="region" aria-label="What it would do">
        {preview
          .trimEnd()
          .split('\n')
          .map((line, index) => (
            <span key={index} className={kindOf(line)}>
              {line}
              {'\n'}
            </span>
          ))}
      </pre>
      <p>
        Always: {covers === 'tool' ? `all that ${agent} does with ${tool}` : 'this same call again'}, in this
        session.
      </p>
      <label>
        A word to the agent (optional)
        <input value={note} maxLength={2_000} dir="auto" onChange={({ target }) => setNote(target.value)} />
      </label>
      <div className="actions">
        <button type="button" className="primary" onClick={answer('once')}>
          Allow
        </button>
        <button type="button" onClick={answer('session')}>
          Always in this session
        </button>
        <button type="button" onClick={answer('deny')}>
          Refuse
        </button>
      </div>
    </section>
  );
}

/** Of a line of a diff. */
function kindOf(line: string): string | undefined {
  if (line.startsWith('+') && !line.startsWith('+++')) return 'added';
  if (line.startsWith('-') && !line.startsWith('---')) return 'removed';
  return undefined;
}
