import { connectServer, DevaiProvider } from '@devai/react';
import { RouterProvider } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { CallerContext, type Caller } from './caller.tsx';
import { ToastProvider } from './parts/toasts.tsx';
import { router } from './router.tsx';
import { TokenDialog } from './token-dialog.tsx';

const tokenKey = 'devai-token';

/**
 * The page. A token that the server wants is asked for once, and kept for the tab. With the token of another user everything is made anew, so
 * that nothing of the former one stays.
 */
export function App(): ReactNode {
  const [token, setToken] = useState(() => sessionStorage.getItem(tokenKey));
  const [refused, setRefused] = useState<string | null | false>(false);
  const [caller, setCaller] = useState<Caller | null>(null);
  /** How often another user came. */
  const [era, setEra] = useState(0);
  const shown = useRef<string | null>(null);
  const onUnauthorized = useCallback(() => setRefused(token), [token]);

  useEffect(() => {
    let isCurrent = true;
    void whoIs(token).then((found) => {
      if (!isCurrent || found === null) return;
      shown.current = found.user;
      setCaller(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [token]);

  /** Forgets all that the tab shows and keeps. */
  const beginAnew = useCallback((): void => {
    sessionStorage.clear();
    shown.current = null;
    setCaller(null);
    setEra((before) => before + 1);
    void router.navigate({ to: '/chat/{-$session}', params: {}, replace: true });
  }, []);
  const enter = async (entered: string): Promise<void> => {
    const found = await whoIs(entered);
    // before the other user's token is used for what is on the screen
    if (shown.current !== null && found?.user !== shown.current) beginAnew();
    sessionStorage.setItem(tokenKey, entered);
    setRefused(false);
    setToken(entered);
  };
  const signedIn = useMemo(
    () => ({
      caller,
      signOut:
        token === null
          ? null
          : () => {
              beginAnew();
              setRefused(false);
              setToken(null);
            },
    }),
    [caller, token, beginAnew],
  );
  return (
    <DevaiProvider key={era} token={token} onUnauthorized={onUnauthorized}>
      <CallerContext value={signedIn}>
        <ToastProvider>
          <RouterProvider router={router} />
          {refused !== false && refused === token && (
            <TokenDialog wasWrong={token !== null} onEnter={(entered) => void enter(entered)} />
          )}
        </ToastProvider>
      </CallerContext>
    </DevaiProvider>
  );
}

/** Null if the server does not accept the token, or does not answer. */
const whoIs = (token: string | null): Promise<Caller | null> =>
  connectServer({ token })
    .ask('GET /api/me', {})
    .catch(() => null);
