import type { ContextSection, SessionChoice } from '@devai/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MessageLink } from '../parts/message-link.tsx';
import { moment } from '../parts/moment.tsx';
import { visible } from '../parts/visible.ts';
import { sectionColour, sectionName, tokens } from './section-names.ts';

type Message = { role: string; content: string };
type Considered = ContextSection['candidates'][number];

type SectionViewProps = {
  section: ContextSection;
  index: number;
  /** The messages that this section shows. */
  messages: Message[];
  /** Whether an item is pinned or excluded. */
  isChosen: (choice: SessionChoice) => boolean;
  choose: (choice: SessionChoice, chosen: boolean) => void;
};

/** A section of a prompt: its text, and the items that were considered for it with the reasons. */
export function SectionView({ section, index, messages, isChosen, choose }: SectionViewProps): ReactNode {
  const { type, tokens: size, offeredTokens, items, candidates, leftOut } = section;
  const text = items
    .filter(({ state, text: told }) => state !== 'left_out' && told !== null)
    .map(({ text: told }) => told)
    .join(section.separator);
  const missing = offeredTokens - size;
  return (
    <details className="section">
      <summary>
        <span className="swatch" style={{ background: sectionColour(type, index) }} />
        <span className="name">{sectionName(type)}</span>
        <span className="hint">{tokens(size)}</span>
      </summary>
      {missing > 0 && <p className="hint">{tokens(missing)} of it did not fit.</p>}
      {leftOut.length > 0 && (
        <p className="hint">
          {leftOut.length === 1 ? 'One message is' : `${leftOut.length} messages are`} left out:{' '}
          {leftOut.slice(0, 20).join(', ')}
          {leftOut.length > 20 && ' …'}
        </p>
      )}
      {candidates.length > 0 && (
        <ul className="considered" aria-label={`Considered for ${sectionName(type)}`}>
          {candidates.map((one) => (
            <ConsideredItem key={one.kind + one.id} item={one} isChosen={isChosen} choose={choose} />
          ))}
        </ul>
      )}
      {text !== '' && (
        <pre dir="auto" tabIndex={0}>
          {visible(text)}
        </pre>
      )}
      {messages.map(({ role, content }, position) => (
        <div key={position} className="sent">
          <span className="label">{role}</span>
          <pre dir="auto" tabIndex={0}>
            {content === '' ? '(no text)' : visible(content)}
          </pre>
        </div>
      ))}
    </details>
  );
}

type ItemProps = Pick<SectionViewProps, 'isChosen' | 'choose'> & { item: Considered };

function ConsideredItem({ item, isChosen, choose }: ItemProps): ReactNode {
  const { kind, id, text, at, included, reason } = item;
  const [session = '', number] = id.split('/');
  return (
    <li className={included ? 'in' : 'out'}>
      <p dir="auto">
        <span className="tag">{included ? 'in' : 'out'}</span> <bdi>{visible(text ?? '(forgotten)')}</bdi>
      </p>
      <p className="hint">{reason}</p>
      {kind === 'message' && at !== null && (
        <p className="hint">
          Said on {moment(at)}.{' '}
          <MessageLink session={session} number={Number(number)}>
            Open this message
          </MessageLink>
        </p>
      )}
      {kind === 'session' && (
        <Link to="/chat/{-$session}" params={{ session }}>
          Open this session
        </Link>
      )}
      {kind === 'memory' && text !== null && (
        <div className="actions">
          <Toggle choice={{ list: 'pinned', item: id }} {...{ isChosen, choose }} on="Unpin" off="Pin here" />
          <Toggle
            choice={{ list: 'excluded', item: id }}
            {...{ isChosen, choose }}
            on="Include again"
            off="Exclude here"
          />
          <Link to="/memory" search={{ id }}>
            Open this memory
          </Link>
        </div>
      )}
    </li>
  );
}

type ToggleProps = Pick<SectionViewProps, 'isChosen' | 'choose'> & {
  choice: SessionChoice;
  on: string;
  off: string;
};

function Toggle({ choice, isChosen, choose, on, off }: ToggleProps): ReactNode {
  const chosen = isChosen(choice);
  return (
    <button type="button" aria-pressed={chosen} onClick={() => choose(choice, !chosen)}>
      {chosen ? on : off}
    </button>
  );
}
