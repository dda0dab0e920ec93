import "@fontsource-variable/ibm-plex-sans";
import "@fontsource/ibm-plex-mono/400.css";
import "./styles/tokens.css";

import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { newQueryClient } from "./api/queries";
import { ActorProvider } from "./app/actor";
import { router } from "./app/router";
import { NoticesProvider } from "./components/notices";

const element = document.getElementById("root");
if (!element) throw new Error("The page has no #root");

createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={newQueryClient()}>
      <NoticesProvider>
        <ActorProvider>
          <RouterProvider router={router} />
        </ActorProvider>
      </NoticesProvider>
    </QueryClientProvider>
  </StrictMode>,
);
