import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { SignedIn } from './caller.tsx';
import { ChatProvider } from './chat/chat-provider.tsx';
import { ModelProvider } from './model/connect-model.tsx';
import { ProjectContext, ProjectSelect } from './project.tsx';
import { ServerState } from './server-state.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { InspectIcon, inspectViews, mainViews, views, type InspectView } from './views.ts';

/** What surrounds every view. The chat continues while another view is shown. */
export function Shell(): ReactNode {
  const [project, setProject] = useState<string | undefined>();
  const [isChosen, setChosen] = useState(false);
  const view = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isAt = ({ path }: { path: string }): boolean => pathname === path || pathname.startsWith(`${path}/`);
  const shown = views.find(isAt);
  // Inspect leads back to the one that was shown last
  const inspecting = inspectViews.find(isAt);
  const [inspected, setInspected] = useState<InspectView>(inspectViews[0]);
  if (inspecting && inspecting !== inspected) setInspected(inspecting);
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
              {mainViews.map(({ path, to, name, Icon }) => (
                <Link key={path} to={to} params={{}}>
                  <Icon />
                  <span>{name}</span>
                </Link>
              ))}
              <Link
                to={inspected.to}
                className={inspecting && 'active'}
                aria-current={inspecting ? 'true' : undefined}
              >
                <InspectIcon />
                <span>Inspect</span>
              </Link>
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
            {inspecting && (
              <nav className="inspect" aria-label="Inspect">
                {inspectViews.map(({ path, to, name }) => (
                  <Link key={path} to={to}>
                    {name}
                  </Link>
                ))}
              </nav>
            )}
            <Outlet />
          </main>
        </ChatProvider>
      </ModelProvider>
    </ProjectContext>
  );
}
