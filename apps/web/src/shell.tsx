import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { SignedIn } from './caller.tsx';
import { ChatProvider } from './chat/chat-provider.tsx';
import { ModelProvider } from './model/connect-model.tsx';
import { ProjectContext, ProjectSelect } from './project.tsx';
import { ServerState } from './server-state.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { views } from './views.ts';

/** What surrounds every view. The chat continues while another view is shown. */
export function Shell(): ReactNode {
  const [project, setProject] = useState<string | undefined>();
  const [isChosen, setChosen] = useState(false);
  const view = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = views.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  useEffect(() => {
    document.title = shown ? `${shown.name} – DevAI` : 'DevAI';
  }, [shown]);
  return (
    <ProjectContext value={project}>
      <ModelProvider>
        <ChatProvider key={project ?? ''} isNew={isChosen}>
          <a
            className="skip"
            href="#view"
            onClick={(event) => {
              // the part of the address after # is the name of a view
              event.preventDefault();
              view.current?.focus();
            }}
          >
            Skip to the content
          </a>
          <header className="top">
            <h1>DevAI</h1>
            <nav aria-label="Views">
              {views.map(({ path, to, name }) => (
                <Link key={path} to={to} params={{}}>
                  {name}
                </Link>
              ))}
            </nav>
            <ProjectSelect
              value={project}
              onChange={(chosen) => {
                setProject(chosen);
                setChosen(true);
              }}
            />
            <SignedIn />
            <Shortcuts />
            <ServerState />
          </header>
          <main id="view" ref={view} tabIndex={-1}>
            <Outlet />
          </main>
        </ChatProvider>
      </ModelProvider>
    </ProjectContext>
  );
}
