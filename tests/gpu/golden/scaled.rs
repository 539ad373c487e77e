// `wgsl!(2.5 .* x .+ 1)`, in a crate `K`.
fn scaled() -> String {
    match &(x) {
        r0 => {
            let d = &K::__private::gpu::no_machine();
            let l0 = K::__private::gpu::Operand::leaf(&*r0);
            let k0 = K::__private::gpu::rank(&l0);
            {
                let _ = {
                    let k = k0;
                    K::__private::gpu::text_run(
                        d,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x"],
                            targets: &[],
                            cost: 2,
                            serial: false,
                        },
                        k,
                        (),
                        l0,
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep { at: 0, node: K::__private::gpu::Node::Literal("2.5") },
                                K::__private::gpu::FormulaStep {
                                    at: 1,
                                    node: K::__private::gpu::Node::Apply(
                                        "times",
                                        &[K::__private::gpu::Value::Step(0), K::__private::gpu::Value::Leaf(0)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 2,
                                    node: K::__private::gpu::Node::Apply(
                                        "plus",
                                        &[K::__private::gpu::Value::Step(1), K::__private::gpu::Value::Integer(1)],
                                    ),
                                },
                            ],
                            stored: &[],
                            folds: &[],
                            values: &[K::__private::gpu::Value::Step(2)],
                        },
                        |_t, ((), a0)| {
                            let v2 = 2.5;
                            let v0 = K::ops::Times::times(a0, v2);
                            let v1 = K::ops::Plus::plus(K::ops::Adopt::<1>::like(&v0), v0);
                            K::__private::gpu::formula(
                                (
                                    K::__private::gpu::typed(&v2),
                                    (K::__private::gpu::typed(&v0), K::__private::gpu::typed(&v1)),
                                ),
                                ((), K::Stored::store(v1)),
                            )
                        },
                    )
                };
                K::__private::gpu::text(d)
            }
        }
    }
}
