import { Brain, ChartNoAxesColumn, FileUp, Repeat2, Settings, Siren, type LucideIcon } from "lucide-react";

interface Destination {
  to: "/incidents" | "/insights" | "/memory" | "/analytics" | "/import" | "/settings";
  label: string;
  icon: LucideIcon;
}

export const destinations: readonly Destination[] = [
  { to: "/incidents", label: "Incidents", icon: Siren },
  { to: "/insights", label: "Insights", icon: Repeat2 },
  { to: "/memory", label: "Memory", icon: Brain },
  { to: "/analytics", label: "Analytics", icon: ChartNoAxesColumn },
  { to: "/import", label: "Import", icon: FileUp },
  { to: "/settings", label: "Settings", icon: Settings },
];
