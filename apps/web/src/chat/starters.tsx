import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** What a person may begin with: texts that wait in the composer to be completed or sent. */
const starters = [
  { title: 'Introduce yourself', text: 'My name is ' },
  { title: 'Keep a fact', text: 'remember this: ' },
  { title: 'Ask what I know', text: 'What do you know about me?' },
] as const;

/** Cards on an empty chat. `onChoose`: the text goes into the composer. */
export const Starters = ({ onChoose }: { onChoose: (text: string) => void }): ReactNode => (
  <ul className="starters" aria-label="Ways to begin">
    {starters.map(({ title, text }) => (
      <li key={title}>
        <button type="button" onClick={() => onChoose(text)}>
          <strong>{title}</strong>
          <span>{text.trim()}</span>
        </button>
      </li>
    ))}
    <li>
      <Link to="/documents" search={{}}>
        <strong>Add a file</strong>
        <span>Its text can be searched and quoted.</span>
      </Link>
    </li>
  </ul>
);
