import { createContext, use, type ReactNode } from 'react';

/** Who is signed in, as the server sees them. */
export type Caller = { user: string; name: string; users: 'one' | 'many'; isOperator: boolean };

type SignedIn = { caller: Caller | null; signOut: (() => void) | null };

/** `signOut`: null where the server asked for no token. */
export const CallerContext = createContext<SignedIn>({ caller: null, signOut: null });

/** Shows who is signed in where the server has many users, and lets another one. */
export function SignedIn(): ReactNode {
  const { caller, signOut } = use(CallerContext);
  if (caller === null || caller.users === 'one') return null;
  return (
    <span className="caller">
      <span title={caller.user}>{caller.name}</span>
      {signOut && (
        <button type="button" onClick={signOut}>
          Sign out
        </button>
      )}
    </span>
  );
}
