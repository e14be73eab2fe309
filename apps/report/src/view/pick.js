// Which vertex is under the pointer.
import { Mesh, Raycaster, Vector2, Vector3 } from "three";
import { acceleratedRaycast, computeBoundsTree } from "three-mesh-bvh";

Mesh.prototype.raycast = acceleratedRaycast;

// The body, face and nearest corner of what is hit first; null for nothing.
export function pick(event, canvas, camera, bodies) {
  const box = canvas.getBoundingClientRect();
  const at = new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
  const ray = new Raycaster();
  ray.setFromCamera(at, camera);
  ray.firstHitOnly = true;
  const shown = bodies.objects.filter((o) => o.group.visible && o.geometry.full.count > 0);
  for (const { faces, geometry, body } of shown) {
    faces.geometry.setIndex(geometry.full);
    if (!faces.geometry.boundsTree && !body.deforms) computeBoundsTree.call(faces.geometry, { indirect: true });
  }
  const hit = ray.intersectObjects(shown.map((o) => o.faces), false)[0];
  if (!hit) return null;
  const { body } = hit.object.userData;
  const local = hit.object.worldToLocal(hit.point.clone());
  const position = hit.object.geometry.getAttribute("position");
  const corner = (i) => new Vector3().fromBufferAttribute(position, i);
  const corners = [hit.face.a, hit.face.b, hit.face.c];
  corners.sort((a, b) => corner(a).distanceTo(local) - corner(b).distanceTo(local));
  return { body: body.index, face: body.mesh.faceOf[hit.faceIndex] ?? 0, vertex: corners[0] };
}
