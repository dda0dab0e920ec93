import { Link } from "@tanstack/react-router";
import { Compass } from "lucide-react";

import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/states";

export function NotFound() {
  return (
    <Empty
      icon={Compass}
      heading
      title="There is no such page"
      action={
        <Button asChild>
          <Link to="/incidents">All incidents</Link>
        </Button>
      }
    >
      The address may be mistyped, or the page has moved.
    </Empty>
  );
}
